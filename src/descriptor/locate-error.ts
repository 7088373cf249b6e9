import { checkArguments } from '../arguments/check-arguments.ts';
import { replaced } from '../encoding/list.ts';
import {
  addResidues,
  CHECKSUM_CHARACTERS,
  CHECKSUM_LENGTH,
  PAYLOAD_CHARACTERS,
  payloadSymbols,
  type Residue,
  shiftResidue,
} from './checksum.ts';

/** A single-character change that makes the checksum valid. */
type ChecksumFix = {
  /** Position in the complete text, from 0. */
  readonly position: number;
  /** The correct character. */
  readonly character: string;
};

/**
 * Lists single-character changes that make a descriptor match its checksum. If one character is
 * wrong, there is nearly always exactly one. Empty if the checksum is right, or more than one
 * character is wrong.
 *
 * @param text - A descriptor with `#` and eight characters.
 */
export function locateChecksumError(text: string): readonly ChecksumFix[] {
  checkArguments('locateChecksumError', { text: [text, 'text'] });
  const at = text.length - CHECKSUM_LENGTH - 1;
  const payload = text.slice(0, Math.max(at, 0));
  const symbols = payloadSymbols(payload);
  const given = [...text.slice(at + 1)].map((character) => CHECKSUM_CHARACTERS.indexOf(character));
  if (text[at] !== '#' || symbols === undefined || given.filter((value) => value < 0).length > 1) {
    return [];
  }
  const wanted = syndrome(symbols, given);
  if (isZero(wanted)) return [];
  return [...payloadFixes(payload, wanted), ...checksumFixes(given, at + 1)];

  function checksumFixes(values: readonly number[], start: number): ChecksumFix[] {
    return values.flatMap((value, index) =>
      [...CHECKSUM_CHARACTERS].flatMap((character, other) =>
        other !== value && isZero(syndrome(symbols ?? [], replaced(values, index, other)))
          ? [{ position: start + index, character }]
          : [],
      ),
    );
  }
}

/**
 * Returns the syndrome, which is zero if the checksum is valid. The code is linear, so an error
 * contributes its own residue.
 */
function syndrome(symbols: readonly number[], checksum: readonly number[]): Residue {
  let residue: Residue = [0, 1];
  for (const symbol of symbols) residue = shiftResidue(residue, symbol);
  for (const symbol of checksum) residue = shiftResidue(residue, Math.max(symbol, 0));
  return [residue[0], residue[1] ^ 1];
}

const isZero = ([upper, lower]: Residue) => upper === 0 && lower === 0;

/** Returns the effect of a symbol on the syndrome when `distance` symbols follow. */
function errorResidues(distances: number): (symbol: number, distance: number) => Residue {
  const table: Residue[][] = [];
  let row: Residue[] = [1, 2, 4, 8, 16].map((bit) => [0, bit]);
  for (let distance = 0; distance < distances; distance++) {
    table.push(row);
    row = row.map((residue) => shiftResidue(residue, 0));
  }
  return (symbol, distance) =>
    (table[distance] ?? []).reduce<Residue>(
      (sum, residue, bit) => ((symbol >> bit) & 1 ? addResidues(sum, residue) : sum),
      [0, 0],
    );
}

function payloadFixes(payload: string, wanted: Residue): ChecksumFix[] {
  const count = payload.length + Math.ceil(payload.length / 3);
  const residueOf = errorResidues(count + CHECKSUM_LENGTH);
  const fixes: ChecksumFix[] = [];
  for (let position = 0; position < payload.length; position++) {
    const before = PAYLOAD_CHARACTERS.indexOf(payload[position] ?? '');
    const triple = Math.floor(position / 3);
    // The group symbol follows its three characters, or ends the text.
    const groupAt = Math.min(triple * 4 + 3, count - 1);
    const lastOfTriple = Math.min(triple * 3 + 2, payload.length - 1);
    const weight = 3 ** (lastOfTriple - position);
    const groups = groupsOf(payload.slice(triple * 3, triple * 3 + 3));
    for (const [value, character] of [...PAYLOAD_CHARACTERS].entries()) {
      const groupAfter = groups + ((value >> 5) - (before >> 5)) * weight;
      const low = residueOf(
        (value ^ before) & 31,
        count - 1 - (triple + position) + CHECKSUM_LENGTH,
      );
      const high = residueOf(groupAfter ^ groups, count - 1 - groupAt + CHECKSUM_LENGTH);
      const [upper, lower] = addResidues(addResidues(low, high), wanted);
      if (value !== before && upper === 0 && lower === 0) fixes.push({ position, character });
    }
  }
  return fixes;
}

const groupsOf = (characters: string): number =>
  [...characters].reduce((sum, each) => sum * 3 + (PAYLOAD_CHARACTERS.indexOf(each) >> 5), 0);
