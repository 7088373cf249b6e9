import { readVector } from '../paths.ts';

/** The content of `vectors/anti-exfil.json`. */
export type AntiExfilVectors = {
  readonly published: readonly {
    readonly data: string;
    readonly commitment: string;
    readonly opening: string;
    readonly signature: string;
  }[];
  readonly session: {
    readonly before: string;
    readonly after: string;
    /** In the form of `-transcript`. */
    readonly transcript: readonly {
      readonly input: number;
      readonly pubkey: string;
      readonly host_commitment: string;
      readonly signer_commitment: string;
      readonly host_entropy: string;
    }[];
  };
};

export const antiExfil: AntiExfilVectors = JSON.parse(readVector('anti-exfil.json'));

/** Flips one bit. */
export const changed = (bytes: Uint8Array, at = bytes.length - 1): Uint8Array =>
  bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
