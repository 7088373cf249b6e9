import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startNativeSha256 } from '../../../src/adapters/threads/native-sha256.ts';
import { createSha256, type StartSha256 } from '../../../src/crypto/hash.ts';

test('the hash of Node continues and is continued like ours', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 200 }));
  fc.assert(
    fc.property(pieces, pieces, pieces, (before, one, other) => {
      const digests = (start: StartSha256) => {
        const state = start();
        for (const piece of before) state.update(piece);
        const branch = state.clone();
        for (const piece of one) state.update(piece);
        for (const piece of other) branch.update(piece);
        return [state.digest(), branch.digest()];
      };
      expect(digests(startNativeSha256)).toEqual(digests(createSha256));
    }),
  );
});
