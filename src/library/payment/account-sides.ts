import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { hasScripts, isSolvable } from '../../descriptor/descriptor.ts';
import { explainTypedDescriptor } from '../../descriptor/explain-typed.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { chainNames, type Network, type NetworkName, networks } from '../../encoding/network.ts';
import type { Sides } from './account-finder.ts';
import { checkNames } from './arguments.ts';

/** Finds a network, also for callers without types. */
export function findNetwork(named: NetworkName | Network): Network {
  if (typeof named === 'object') checkNames('network', named, 'Network');
  const network =
    typeof named === 'string' ? Object.values(networks).find(({ name }) => name === named) : named;
  if (typeof network?.hrp === 'string') return network;
  throw argumentError('Unknown network', `The networks are ${chainNames}.`);
}

type Context = { readonly network: Network; readonly secp256k1: Secp256k1 };

export function parseSides(
  given: string | readonly [string, string],
  context: Context,
): { readonly sides: Sides; readonly privateKeys: ReadonlyMap<string, PrivateKey> } {
  const texts = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(texts) || texts.some((text) => typeof text !== 'string')) {
    throw argumentError(
      'The descriptor must be a text, or two',
      'Give one with both sides, as wpkh(xpub.../<0;1>/*), or [receive, change].',
    );
  }
  const parsed = texts.map((text: string) => {
    const found = parseDescriptor(text.trim(), context);
    if ('error' in found) {
      const message = found.error || 'The text is not a descriptor';
      throw invalid(message, context, explainTypedDescriptor(text));
    }
    return found;
  });
  const [receive, change = receive, ...more] = parsed.flatMap(({ descriptors }) => descriptors);
  if (receive === undefined || change === undefined || more.length > 0) {
    throw invalid('An account has a descriptor for addresses and one for change', context);
  }
  if (![receive, change].every((side) => isSolvable(side) && hasScripts(side))) {
    throw invalid('Coins cannot be spent with this descriptor', context);
  }
  const privateKeys = new Map(parsed.flatMap((each) => [...each.privateKeys]));
  return { sides: [receive, change], privateKeys };
}

function invalid(message: string, { network }: Context, hint?: string): ColdsignError {
  return new ColdsignError('INVALID_DESCRIPTOR', message, {
    hint:
      hint ??
      `A descriptor looks like wpkh([fingerprint/84h/0h/0h]xpub.../<0;1>/*), with keys of the network ${network.name} (xpub on main, tpub elsewhere).`,
  });
}
