import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { invalid, miscError } from '../../rpc/error.ts';
import { writeDurably } from '../files/durable-write.ts';
import { systemMessage } from '../files/errors.ts';
import { isRaw, type PayloadText } from './payload-text.ts';

/** The ending of a complete transaction, which never replaces a raw transaction. */
export const completeEnding = (path: string): string =>
  /\.txn$/i.test(path) ? '-signed.txn' : '.txn';

/** Returns the path of a file without the ending of a PSBT or transaction. */
export const baseOf = (path: string): string => path.replace(/\.(psbt|txn|hex|txt)$/i, '');

/** The files that signing may write. */
export type Outputs = ReturnType<typeof outputsBeside>;

/** The files next to a source that signing may write: a complete transaction, or a part. */
export function outputsBeside({ path, text }: PayloadText) {
  const endings =
    path === undefined ? [] : [completeEnding(path), `-signed.${isRaw(text) ? 'txn' : 'psbt'}`];
  const files = [...new Set(endings)].map((ending) => baseOf(path ?? '') + ending);
  const reserved = new Set<string>();
  return {
    /** Throws if there is a result of an earlier signing, before the user is asked. */
    refuseExisting(): void {
      const file = files.find((each) => existsSync(each));
      if (file === undefined) return;
      throw invalid(
        `${file} already exists, perhaps from an earlier signature. Nothing was signed. Move or rename it, then sign again`,
      );
    },
    /** Creates empty files, so that the result has a place whatever it is. */
    async reserve(): Promise<void> {
      for (const file of files.filter((each) => !reserved.has(each))) {
        try {
          await writeDurably(file, [], { exclusive: true });
        } catch (error) {
          throw miscError(
            `${file} cannot be written: ${systemMessage(error)}. Nothing was signed. Make room or move that file, then sign again`,
          );
        }
        reserved.add(file);
      }
    },
    async write(ending: string, output: string): Promise<string> {
      const file = baseOf(path ?? '') + ending;
      try {
        await writeDurably(file, [bytesOf(output)], { exclusive: !reserved.has(file) });
      } catch (error) {
        throw miscError(
          `Signed, but ${file} could not be written: ${systemMessage(error)}. The result is printed instead. Copy it now, because a MuSig2 nonce cannot sign twice`,
        );
      }
      reserved.delete(file);
      return file;
    },
    /** Removes the files that were not needed. */
    async release(): Promise<void> {
      for (const file of reserved) await rm(file, { force: true });
      reserved.clear();
    },
  };
}

const bytesOf = (output: string): Uint8Array =>
  isRaw(output) ? Buffer.from(`${output}\n`) : Buffer.from(output, 'base64');

/** Writes a PSBT or transaction next to its source, and never overwrites a file. */
export async function writeBeside(path: string, ending: string, output: string): Promise<string> {
  const file = baseOf(path) + ending;
  try {
    await writeDurably(file, [bytesOf(output)], { exclusive: true });
  } catch (error) {
    throw miscError(
      `${file} could not be written: ${systemMessage(error)}. Make room or move that file, then try again`,
    );
  }
  return file;
}
