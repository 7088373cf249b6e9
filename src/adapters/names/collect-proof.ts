import { type Bytes, concatBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { domainNameOf, type NameProof } from '../../names/name-proof.ts';
import { readSignature } from '../../names/signature.ts';
import { type DomainName, formatName, Type, takeName } from '../../names/wire.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { type AnsweredRecord, decodeAnswer, encodeQuestion } from './dns-message.ts';

/** Sends a DNS message to a resolver, and returns its answer. */
export type AskResolver = (message: Bytes) => Promise<Bytes>;

/** Limits on CNAMEs that are followed, and on zones that are queried. */
const MOST_STEPS = 8;
const MOST_ZONES = 40;

/**
 * Collects the records that prove the payment instructions of a name (BIP353) from a resolver. The
 * records are not verified here.
 */
export async function collectProof(
  name: string,
  ask: AskResolver,
  nextId: () => number,
): Promise<NameProof | Failure> {
  const start = domainNameOf(name);
  if (start === undefined) {
    return { error: `"${name}" is not a payment name: write user@domain in ASCII letters` };
  }
  const found = new Map<string, AnsweredRecord>();
  const asked = new Set<string>();
  async function query(owner: DomainName, type: number): Promise<readonly AnsweredRecord[]> {
    const key = `${type} ${formatName(owner)}`;
    if (asked.has(key)) return [];
    asked.add(key);
    const id = nextId();
    const answer = decodeAnswer(await ask(encodeQuestion(owner, type, id)), id);
    if (answer === undefined)
      throw new Error('The resolver’s answer is not DNS. Use another one (-doh or -resolver)');
    if (answer.code !== 0 && answer.code !== 3) {
      throw new Error(
        `The resolver could not answer (${codeText(answer.code)}). Try again, or use another one`,
      );
    }
    for (const record of answer.records) found.set(encodeHex(record.encoded), record);
    return answer.records;
  }
  try {
    for (let step = 0, at: DomainName | undefined = start; at && step < MOST_STEPS; step++) {
      at = nextName(at, await query(at, Type.TXT), asked);
    }
    for (let zones = zonesOf(found.values()), i = 0; zones.length > i; i++) {
      const zone = zones[i];
      if (zone === undefined || i === MOST_ZONES) break;
      await query(zone, Type.DNSKEY);
      if (zone.length > 0) await query(zone, Type.DS);
      zones = [...zones, ...newZones(zones, zonesOf(found.values()))];
    }
  } catch (error) {
    return {
      error:
        error instanceof Error
          ? error.message
          : 'The resolver did not answer. Check the network, or use another one',
    };
  }
  const records = [...found.values()];
  if (!records.some(({ type }) => type === Type.TXT)) {
    return {
      error: `${name} has no payment instructions in the DNS. Check its spelling with the payee`,
    };
  }
  return { name, chain: concatBytes(...records.map(({ encoded }) => encoded)) };
}

const codeText = (code: number): string =>
  ({ 1: 'FORMERR', 2: 'SERVFAIL', 4: 'NOTIMP', 5: 'REFUSED' })[code] ?? `code ${code}`;

/** Returns the target of a CNAME without an answer, or `undefined` if all are answered. */
function nextName(
  from: DomainName,
  records: readonly AnsweredRecord[],
  asked: ReadonlySet<string>,
): DomainName | undefined {
  let at = from;
  for (let step = 0; step < MOST_STEPS; step++) {
    const text = formatName(at);
    const own = records.filter(({ name }) => formatName(name) === text);
    if (own.some(({ type }) => type === Type.TXT)) return undefined;
    const target = own.find(({ type }) => type === Type.CNAME);
    const next = target && takeName({ bytes: target.data, at: 0 });
    if (next === undefined) break;
    at = next;
  }
  return asked.has(`${Type.TXT} ${formatName(at)}`) ? undefined : at;
}

/** The zones that signed records. */
const zonesOf = (records: Iterable<AnsweredRecord>): readonly DomainName[] =>
  newZones(
    [],
    [...records].flatMap(({ type, data }) => (type === Type.RRSIG ? signerOf(data) : [])),
  );

const signerOf = (data: Bytes): readonly DomainName[] => {
  const signer = readSignature(data)?.signer;
  return signer ? [signer] : [];
};

function newZones(
  known: readonly DomainName[],
  zones: readonly DomainName[],
): readonly DomainName[] {
  const seen = new Set(known.map(formatName));
  return zones.filter((zone) => {
    const text = formatName(zone);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
