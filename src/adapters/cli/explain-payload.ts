import { kernelSecp256k1 } from '../../crypto/kernel-backend.ts';
import { decodeBase64 } from '../../encoding/base64.ts';
import { decodeHex } from '../../encoding/hex.ts';
import { decodePsbt } from '../../psbt/decode.ts';
import { explainPsbt, explainText } from '../../psbt/explain-psbt.ts';
import { isWholeTransaction } from '../../transaction/cut-transaction.ts';
import { findCommand } from './commands.ts';
import { namesFile } from './file-text.ts';
import { plainText } from './payload-text.ts';
import type { Terminal } from './terminal.ts';

/** Returns true if a text is neither a PSBT nor hexadecimal. */
export function isFaulty({ text }: { readonly text: string }): boolean {
  const plain = plainText(text);
  const raw = decodeHex(plain);
  if (raw !== undefined) return !isWholeTransaction(raw);
  const bytes = decodeBase64(plain);
  return bytes === undefined || 'error' in decodePsbt(bytes, kernelSecp256k1);
}

/** Returns why a text is neither a PSBT nor a transaction, without repeating it. */
export function whyUnreadable(
  text: string,
  file: string | undefined,
  name: string,
  terminal: Pick<Terminal, 'readFile'>,
): string | undefined {
  const what = file ?? 'The argument';
  const trimmed = text.trim();
  const hex = decodeHex(trimmed);
  const isHex = hex !== undefined;
  const wantsPsbt = name.endsWith('psbt') || findCommand(name) !== undefined;
  const known = explainText(text);
  if (known !== undefined) return `${what} ${known}`;
  if (/^["'“”]*(cHNidP|70736274ff)/i.test(trimmed)) {
    return wantsPsbt
      ? `${what} is a PSBT that ${whyDamaged(plainText(text))}`
      : `This is a PSBT. Use decodepsbt, or finalizepsbt to get its transaction`;
  }
  if (isHex && trimmed.length === 64) {
    return 'This is a transaction ID, not a transaction. getrawtransaction fetches the transaction from a node or a wallet';
  }
  if (isHex && wantsPsbt && trimmed.length > 40) {
    return isWholeTransaction(hex)
      ? `${what} is a transaction, not a PSBT. Use decoderawtransaction to read it, or converttopsbt`
      : `${what} is hexadecimal, and neither a PSBT nor a transaction. Copy or export it again`;
  }
  if (file === undefined && trimmed.length < 1000 && namesFile(trimmed, terminal)) {
    return `“${trimmed}” is a file. Put @ in front to read it: coldsign ${name} @${trimmed}`;
  }
  if (/^(?:\s*[a-z]{3,8}\b){11,}\s*$/i.test(text)) {
    return `${what} contains seed words, not a transaction. Use it as -keys=${file ?? 'FILE'}`;
  }
  if (wantsPsbt && file === undefined && trimmed.length < 40) {
    return `${what} is not a PSBT, which begins with “cHNidP8”`;
  }
  if (wantsPsbt && (decodeBase64(trimmed)?.length ?? 0) > 20) {
    return `${what} is not a PSBT, which begins with “cHNidP8”. Copy or export it again from its beginning`;
  }
  return undefined;
}

/** Returns why a PSBT cannot be read, as the end of a sentence. */
function whyDamaged(text: string): string {
  const bytes = decodeBase64(text) ?? decodeHex(text);
  if (bytes === undefined) return 'is cut off or damaged. Export or copy it again';
  const psbt = decodePsbt(bytes, kernelSecp256k1);
  return 'error' in psbt
    ? explainPsbt(bytes, psbt.error, kernelSecp256k1)
    : 'lost the “=” at its end, or has other characters around it. Copy it again';
}
