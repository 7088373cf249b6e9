import { derivingAgain } from '../../crypto/derive-again.ts';
import { ComputationFault } from '../../crypto/own-signatures.ts';
import type { KeySource } from '../../descriptor/derive-keys.ts';
import { type Descriptor, isRange } from '../../descriptor/descriptor.ts';
import { expandScripts } from '../../descriptor/expand.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import type { Network } from '../../encoding/network.ts';
import { formatAddress } from '../../script/address.ts';
import { solveScript } from '../../script/templates.ts';
import type { Context } from '../context.ts';
import { invalid, invalidAddressOrKey, miscError } from '../error.ts';
import { list, range, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import {
  parseDescriptorArgument,
  parseDescriptorRange,
  type Range,
} from '../parse/descriptor-argument.ts';

export const deriveaddresses = defineMethod({
  name: 'deriveaddresses',
  category: 'Util',
  summary:
    'Derive the addresses of a descriptor. A ranged descriptor needs a range. A multipath descriptor\n' +
    'gives a list for each.',
  params: [
    str('descriptor', 'The descriptor with its checksum'),
    range.optional('range', 'The last position, or [begin,end], for ranged descriptors', {
      unchecked: true,
    }),
  ],
  result: [
    list('', 'The addresses', [str()], { when: 'the descriptor has one way to read it' }),
    list('', 'The addresses of each way', [list('', '', [str()])], {
      when: 'it has several (BIP389)',
    }),
  ],
  examples: [
    'deriveaddresses "wpkh([d34db33f/84h/0h/0h]xpub6DJ2dNUysrn5Vt36jH2KLBT2i1auw1tTSSomg8PhqNiUtx8QX2SvC9nrHu81fT41fvDUnhMjEzQgXnQjKEu3oaqMSzhSrHMxyyoEAmUHQbY/0/*)#cjjspncu" "[0,2]"',
  ],
  async run(args, context) {
    const given = args.range ?? undefined;
    const range = given === undefined ? { begin: 0, end: 0 } : parseDescriptorRange(given);
    const { descriptors, privateKeys } = parseDescriptorArgument(args.descriptor, context, {
      requireChecksum: true,
    });
    const [first] = descriptors;
    if (!isRange(first) && given !== undefined) {
      throw invalid('Range should not be specified for an un-ranged descriptor');
    }
    if (isRange(first) && given === undefined) {
      throw invalid('Range must be specified for a ranged descriptor');
    }
    const source: KeySource = {
      secp256k1: context.secp256k1,
      findPrivateKey: privateKeyLookup(privateKeys),
    };
    const lists: string[][] = [];
    for (const each of descriptors) lists.push(await derive(each, range, source, context));
    if (range.end - range.begin < SHORT_LIST) {
      const again = { ...source, secp256k1: derivingAgain(context.secp256k1) };
      const others: string[][] = [];
      for (const each of descriptors) others.push(await derive(each, range, again, context));
      if (String(others) !== String(lists)) throw new ComputationFault('public key');
    }
    return lists.length === 1 ? (lists[0] ?? []) : lists;
  },
});

/**
 * Longest list that is derived twice, by independent code, because its addresses may be given out.
 */
const SHORT_LIST = 8;

/** Number of positions derived together, or between pauses. */
const BATCH = { inOnePiece: 1000, paused: 64 };

async function derive(
  descriptor: Descriptor,
  { begin, end }: Range,
  source: KeySource,
  { network, pause }: Context,
): Promise<string[]> {
  const most = pause ? BATCH.paused : BATCH.inOnePiece;
  const addresses: string[] = [];
  for (let at = begin; at <= end; at += most) {
    await pause?.();
    const count = Math.min(most, end - at + 1);
    const positions = Array.from({ length: count }, (_, i) => at + i);
    for (const expansion of expandScripts(descriptor, positions, source)) {
      if (expansion === undefined) {
        throw invalidAddressOrKey('Cannot derive script without private keys');
      }
      addresses.push(...addressesOf(expansion.scripts, network));
    }
  }
  if (addresses.length > 0) return addresses;
  throw miscError('Unexpected empty result');
}

function addressesOf(scripts: readonly Bytes[], network: Network): string[] {
  return scripts.flatMap((script) => {
    const address = formatAddress(script, network);
    if (address !== undefined) return [address];
    // The P2PK output of combo() has no address.
    if (scripts.length > 1 && solveScript(script).kind === 'pubkey') return [];
    throw invalidAddressOrKey('Descriptor does not have a corresponding address');
  });
}
