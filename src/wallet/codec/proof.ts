import { equalSecrets } from '../../crypto/constant-time.ts';
import { hmacSha256, sha256 } from '../../crypto/hash.ts';
import { type Digest, makeSection } from '../../crypto/section-file.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { boolean, writeMany } from '../../encoding/fields.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import { createWriter } from '../../encoding/writer.ts';
import type { SealedKeys } from '../keys/keyring.ts';
import type { Proof, Wallet } from '../wallet.ts';
import { makeOtherLabels, storedLabels, writeIdentity } from './head.ts';
import { Kind } from './sections.ts';
import { writeDescriptor } from './stored-descriptor.ts';
import { writeTable } from './stored-keyring.ts';

type ProofContext = Omit<DescriptorContext, 'network'> & { readonly digest?: Digest };

const KEY_PURPOSE = encodeUtf8('coldsign wallet authentication');

/**
 * Returns an unlocked wallet with a proof of its current state. Other wallets are returned
 * unchanged, since a proof needs the master key.
 */
export function proveWallet(wallet: Wallet, { secp256k1, digest = sha256 }: ProofContext): Wallet {
  const { keyring, labels, otherLabels, descriptors, network, proof: before } = wallet;
  if (keyring.kind !== 'unlocked') return wallet;
  const parts: ProofParts = {
    labels:
      before?.labels.value === labels
        ? before.labels
        : {
            value: labels,
            section: makeSection(
              Kind.LABELS,
              (writer) => storedLabels.write(writer, labels),
              digest,
            ),
          },
    otherLabels:
      before?.otherLabels.value === otherLabels
        ? before.otherLabels
        : { value: otherLabels, section: makeOtherLabels(otherLabels, digest) },
    descriptors: new Map(
      [...descriptors].map(([id, value]) => {
        const known = before?.descriptors.get(id);
        if (known?.value === value) return [id, known];
        const section = makeSection(
          Kind.DESCRIPTOR,
          (writer) => writeDescriptor(writer, value, { network, secp256k1 }),
          digest,
        );
        return [id, { value, section }];
      }),
    ),
  };
  const mac = macOf(wallet, keyring.sealed, parts, keyring.masterKey);
  return { ...wallet, proof: { ...parts, mac, checked: true } };
}

/** Returns true if the proof was made for this wallet with its master key. */
export function isProven(wallet: Wallet, sealed: SealedKeys, masterKey: Bytes): boolean {
  const { proof } = wallet;
  return proof !== undefined && equalSecrets(proof.mac, macOf(wallet, sealed, proof, masterKey));
}

type ProofParts = Pick<Proof, 'labels' | 'otherLabels' | 'descriptors'>;

/**
 * Computes HMAC-SHA256 under HMAC-SHA256(master key, "coldsign wallet authentication") of:
 *
 *     identity      of the head: network, flags, blank, active descriptors, as written there
 *     keys          count of descriptors, and for each: id (32), count of keys, and for each: hash160 (20), compressed (1)
 *     labels        SHA-256 of the section (32)
 *     descriptors   count, and for each: SHA-256 of its section (32)
 *     other labels  SHA-256 of the section (32), a count of 0 if there are none
 */
function macOf(
  wallet: Wallet,
  sealed: SealedKeys,
  { labels, otherLabels, descriptors }: ProofParts,
  masterKey: Bytes,
): Bytes {
  const writer = createWriter(1024);
  writeIdentity(writer, { ...wallet, networkName: wallet.network.name });
  writeTable(writer, sealed.keys, ({ compressed }) => boolean.write(writer, compressed));
  writer.bytes(labels.section.digest);
  writeMany(writer, descriptors, ([, { section }]) => void writer.bytes(section.digest));
  writer.bytes(otherLabels.section.digest);
  const key = hmacSha256(masterKey, KEY_PURPOSE);
  const mac = hmacSha256(key, writer.finish());
  key.fill(0);
  return mac;
}
