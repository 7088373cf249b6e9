// SHA-256 of many texts that differ only in one piece each, as for legacy digests. The blocks after
// their pieces are equal, and are hashed four at a time. For public texts only.

import { copy32, release, reserve } from './memory.ts';
import { compress, STATE, start } from './sha256.ts';
import { roundsOfLanes, STATES, setSchedule, WORDS, wipe } from './sha256-lanes.ts';

const LANES: usize = 4;
const BLOCK: usize = 64;

const front = memory.data(32);
const state = memory.data(32);

/**
 * Writes to `out` for each place the hash (32 bytes) of the text of `length` bytes, in which a
 * piece of `pieceLength` bytes replaces the `cut` bytes there. `places` are 32 bits each,
 * little-endian, ascending; `cut` is at most `pieceLength`.
 */
export function hashSpliced_var(
  out: usize,
  text: usize,
  length: usize,
  places: usize,
  pieces: usize,
  count: usize,
  pieceLength: usize,
  cut: usize,
  space: usize,
): void {
  release(space);
  const total = length - cut + pieceLength;
  const blocks = (total + 9 + BLOCK - 1) / BLOCK;
  // The text after a piece, moved by the additional length of the piece.
  const moved = reserve(blocks * BLOCK);
  memory.fill(moved, 0, blocks * BLOCK);
  memory.copy(moved + pieceLength - cut, text, length);
  store<u8>(moved + total, 0x80);
  store<u64>(moved + blocks * BLOCK - 8, bswap<u64>((<u64>total) << 3));
  const groups = (count + LANES - 1) / LANES;
  const states = reserve(groups * STATES);
  const starts = reserve(groups * 4);
  const own = reserve(blocks * BLOCK);
  start(front);
  let taken: usize = 0;
  for (let group: usize = 0; group < groups; group++) {
    const last = min(group * LANES + LANES, count) - 1;
    const common = (<usize>load<u32>(places + 4 * last) + pieceLength + BLOCK - 1) / BLOCK;
    store<u32>(starts + 4 * group, <u32>common);
    for (let lane: usize = 0; lane < LANES; lane++) {
      const i = min(group * LANES + lane, last);
      const place = <usize>load<u32>(places + 4 * i);
      for (; (taken + 1) * BLOCK <= place; taken++) compress(front, text + taken * BLOCK);
      copy32(state, front);
      const before = place - taken * BLOCK;
      const behind = place + pieceLength;
      memory.copy(own, text + taken * BLOCK, before);
      memory.copy(own + before, pieces + i * pieceLength, pieceLength);
      memory.copy(own + before + pieceLength, moved + behind, common * BLOCK - behind);
      for (let b = taken; b < common; b++) compress(state, own + (b - taken) * BLOCK);
      const words = states + group * STATES + 4 * lane;
      for (let at: usize = 0; at < STATE; at += 4)
        store<u32>(words + 4 * at, load<u32>(state + at));
    }
  }
  takeCommon(states, starts, groups, moved, blocks);
  for (let i: usize = 0; i < count; i++) {
    const words = states + (i / LANES) * STATES + 4 * (i % LANES);
    for (let at: usize = 0; at < STATE; at += 4)
      store<u32>(out + i * STATE + at, bswap<u32>(load<u32>(words + WORDS * (at >> 2))));
  }
  wipe();
}

/** Hashes the common blocks in all groups that have reached them. */
function takeCommon(
  states: usize,
  starts: usize,
  groups: usize,
  moved: usize,
  blocks: usize,
): void {
  let active: usize = 0;
  for (let b: usize = load<u32>(starts); b < blocks; b++) {
    while (active < groups && <usize>load<u32>(starts + 4 * active) <= b) active++;
    setSchedule(moved + b * BLOCK);
    for (let group: usize = 0; group < active; group++) roundsOfLanes(states + group * STATES);
  }
}
