import { decodeMerkleBlock, type MerkleBlock } from '../../chain/partial-merkle-tree.ts';
import { miscError } from '../error.ts';
import { parseHexV } from '../values.ts';

/** Parses a proof that gettxoutproof made. */
export function parseMerkleBlock(proof: string): MerkleBlock {
  const block = decodeMerkleBlock(parseHexV(proof, 'proof'));
  if (block !== undefined) return block;
  throw miscError('SpanReader::read(): end of data: iostream error');
}
