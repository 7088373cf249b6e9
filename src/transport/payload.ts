import { checkArguments } from '../arguments/check-arguments.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { NetworkName } from '../encoding/network.ts';

/** Imported content. Secrets are only named and counted, never kept. */
export type Payload =
  | {
      readonly kind: 'psbt' | 'transaction';
      /** Bytes in the wire format; both decode. */
      readonly bytes: Bytes;
    }
  /** A UR of another type; `cbor` is its content. */
  | {
      readonly kind: 'ur';
      /** The type in the UR. */
      readonly type: string;
      /** Content of the UR. */
      readonly cbor: Bytes;
    }
  | {
      readonly kind: 'address';
      /** The text as imported, without frames. */
      readonly text: string;
      /** Networks on which the address is valid. */
      readonly networks: readonly NetworkName[];
    }
  /** A payment URI (BIP21). */
  | {
      readonly kind: 'payment-uri';
      /** The text as imported, without frames. */
      readonly text: string;
    }
  | {
      readonly kind: 'descriptor' | 'extended-public-key';
      /** The text as imported, without frames. */
      readonly text: string;
    }
  | {
      readonly kind: 'wallet-file';
      /** The program of the file format. */
      readonly program: string;
      /** The text as imported, without frames. */
      readonly text: string;
    }
  | {
      readonly kind: 'json' | 'text';
      /** The text as imported, without frames. */
      readonly text: string;
    }
  | {
      readonly kind: 'cbor' | 'binary';
      /** The bytes as imported. */
      readonly bytes: Bytes;
    }
  | { readonly kind: 'private-key' }
  | {
      readonly kind: 'seed';
      /** The kind of seed, as text. */
      readonly form: string;
    };

const payloadKinds = { Payload: { kind: 'text' } } as const;

/** The reason why a frame could not be used. */
export type Refusal = {
  /** `late`: after the end of a message; `unsupported`: a kind that cannot be read. */
  readonly reason:
    | 'wrong-dialect'
    | 'another-message'
    | 'repeated'
    | 'late'
    | 'damaged'
    | 'too-large'
    | 'unsupported';
  /** A sentence for people, without text of the frame. */
  readonly message: string;
  /**
   * True if the earlier frames were discarded too, because they form no message. Otherwise they are
   * kept.
   */
  readonly startAgain: boolean;
};

export type Refused = { readonly error: Refusal };

export const refuse = (
  reason: Refusal['reason'],
  message: string,
  { startAgain = false }: { readonly startAgain?: boolean } = {},
): Refused => ({ error: { reason, message, startAgain } });

/** UR types of wallets (BCR-2020-006). */
const UR_NAMES: ReadonlyMap<string, string> = new Map([
  ['crypto-output', 'an output descriptor'],
  ['output-descriptor', 'an output descriptor'],
  ['crypto-account', 'the public keys of an account'],
  ['account-descriptor', 'the descriptors of an account'],
  ['crypto-hdkey', 'an extended public key'],
  ['hdkey', 'an extended public key'],
]);

/** Names of the kinds that need no details. */
const KIND_NAMES = {
  psbt: 'a PSBT',
  transaction: 'a transaction',
  address: 'an address',
  'payment-uri': 'a payment request',
  descriptor: 'a descriptor',
  'extended-public-key': 'an extended public key',
  json: 'JSON',
  text: 'text',
  cbor: 'CBOR',
  binary: 'bytes of no known kind',
  'private-key': 'a private key',
} as const;

/**
 * Returns a short description with an article. It contains only names of programs and UR types.
 *
 * @param payload - The value of a reading that is `done`.
 */
export function describePayload(payload: Payload): string {
  checkArguments('describePayload', { payload: [payload, 'Payload'] }, payloadKinds);
  return nameOf(payload);
}

/** Returns a short description with an article, also of what a caller without types passed. */
export function nameOf(payload: Payload): string {
  switch (payload.kind) {
    case 'ur':
      return `${UR_NAMES.get(payload.type) ?? 'a message'} (UR type ${payload.type})`;
    case 'wallet-file':
      return `a wallet file of ${payload.program}`;
    case 'seed':
      return `a seed (${payload.form})`;
    default:
      return KIND_NAMES[payload.kind];
  }
}
