import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSnapshotFile } from '../../../src/adapters/chain/snapshot-file.ts';
import { createNotify } from '../../../src/adapters/runtime/notices.ts';
import { staleness } from '../../../src/servers/source-tip.ts';
import { createSnapshotSource } from '../../../src/snapshot/snapshot-source.ts';
import { root } from '../../support/paths.ts';

const file = readSnapshotFile(join(root, 'vectors/example/chain.snapshot'), 'regtest');
if ('error' in file) throw new Error(file.error);
const source = createSnapshotSource(file.snapshot);
const { tip } = file.snapshot;
const DAY = 86_400;

test.each([
  ['an old snapshot', (now: number) => source.notices?.(now) ?? [], 3 * DAY],
  ['a clock that is early', (now: number) => source.notices?.(now) ?? [], -3 * DAY],
  ['a server that is behind', (now: number) => staleness({ ...tip, mediantime: 0 }, now), 3 * DAY],
])('%s is shown once, although the clock moves on between two calls', (_, notices, age) => {
  const shown: string[] = [];
  const notify = createNotify((notice) => shown.push(notice));
  const first = notices(tip.time + age);
  expect(first.length).toBeGreaterThan(0);
  for (const seconds of [0, 61, 3_601, -3_601]) {
    for (const notice of notices(tip.time + age + seconds)) notify(notice);
  }
  expect(shown).toEqual(first);
  for (const notice of first) notify(notice.replace(String(tip.height), String(tip.height + 1)));
  expect(shown).toHaveLength(2 * first.length);
});
