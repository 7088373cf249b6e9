import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import type { MasterKey } from '../../src/keys/key-ring.ts';
import type { FoundKey } from '../../src/keys/key-roots.ts';
import { type NamedKeys, namedKeysTask } from '../../src/keys/named-keys.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { runNow } from '../../src/signing/task.ts';

/** Derives the keys that a PSBT names, in one piece. */
export const findNamedKeys = (
  masters: readonly MasterKey[],
  psbt: Psbt | undefined,
  secp256k1: Secp256k1,
  single: readonly FoundKey[] = [],
): NamedKeys => runNow(namedKeysTask(masters, psbt, { secp256k1, single }));
