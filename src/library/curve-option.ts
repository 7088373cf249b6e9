import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 as backend } from '../crypto/noble.ts';
import type { Curve, Secp256k1 } from '../crypto/secp256k1.ts';
import { type Network, type NetworkName, networkOf } from '../encoding/network.ts';

/** The default curve, in plain JavaScript: @noble/secp256k1, and faster code for lists. */
export const nobleSecp256k1: Curve = backend;

/** Arguments with an optional curve, and with a network or its name. */
export type CurveOption<Given> = Omit<Given, 'secp256k1' | 'network'> & {
  /**
   * Default: the curve in pure JavaScript; `coldsign/kernel` has a faster one, and an app may have
   * its own.
   */
  readonly secp256k1?: Curve | undefined;
} & NetworkOption<Given>;

/** Arguments with a network or its name. */
export type NetworkArguments<Given> = Omit<Given, 'network'> & NetworkOption<Given>;

type GivenNetwork = {
  /** The network, or its name, such as `main`. */
  readonly network: NetworkName | Network;
};

type OnNetwork = {
  /** The network. */
  readonly network: Network;
};

type NetworkOption<Given> = 'network' extends keyof Given
  ? Given extends OnNetwork
    ? GivenNetwork
    : Partial<GivenNetwork>
  : unknown;

type Open = {
  readonly secp256k1?: Curve | undefined;
  readonly network?: NetworkName | Network | undefined;
};
type Completed<Given> = Omit<Given, 'secp256k1' | 'network'> & {
  readonly secp256k1: Secp256k1;
} & (Given extends { readonly network: NetworkName | Network }
    ? { readonly network: Network }
    : { readonly network?: Network | undefined });

/** Adds the default curve if none is given, and the network of a name. */
export function withCurve<Given extends Open>(given: Given): Completed<Given> {
  const { network } = given;
  const completed = {
    ...given,
    secp256k1: curveOf(given.secp256k1 ?? backend),
    ...(network !== undefined && { network: networkOf(network) }),
  };
  // The compiler cannot see that the network is there if it was given.
  return completed as Completed<Given>;
}
