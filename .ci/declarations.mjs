import { posix } from 'node:path';

const COMMENT = '/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n';

/**
 * Returns a declaration file in which constants that only check a function's arguments have that
 * function's comment. The compiler writes `typeof module.name`, for which editors show no comment.
 * `read` returns the text of a file by its path.
 */
export function withComments(file, read) {
  const text = read(file);
  const checked = /^export declare const (\w+): typeof (\w+)\.(\w+);$/gm;
  return text.replace(checked, (line, name, space, inner, at) => {
    if (text.slice(0, at).endsWith('*/\n')) return line;
    const [, from] =
      new RegExp(`^import \\* as ${space} from '(.*)\\.[jt]s';$`, 'm').exec(text) ?? [];
    const called = posix.join(posix.dirname(file), `${from}.d.ts`);
    const declared = new RegExp(`(${COMMENT})export declare (?:function|const) ${inner}\\b`);
    const [, comment] = declared.exec(withComments(called, read)) ?? [];
    if (comment === undefined) throw new Error(`${name} of ${file} has no comment`);
    return comment + line;
  });
}
