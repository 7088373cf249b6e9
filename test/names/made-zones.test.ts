import { describe, expect, test } from 'vitest';
import { judgeNameProof } from '../../src/names/name-proof.ts';
import { encodeRecords } from '../support/generate/dns.ts';
import { NAME, NOW, proofCases, root } from '../support/generate/dns-cases.ts';

const anchors = [{ keyTag: root.keyTag, algorithm: 13, digestType: 2, digest: root.digest }];

describe('a made-up DNS', () => {
  test.each(proofCases().map((each) => [each.title, each] as const))(
    '%s',
    (_title, { records, expected }) => {
      const proven = judgeNameProof({ name: NAME, chain: encodeRecords(records) }, anchors, NOW);
      expect('error' in proven ? proven.error : proven.uri).toBe(expected);
    },
  );
});
