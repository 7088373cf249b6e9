/**
 * Converts a dictionary in Python's notation, as Electrum 1.x saved it, to JSON. Another text gives
 * no valid JSON.
 */
export const pythonToJson = (text: string): string =>
  text.replace(
    /u?'((?:[^'\\]|\\.)*)'|u?"((?:[^"\\]|\\.)*)"|\b(True|False|None)\b|\b(\d+)L?(?=\s*:)|(\d)L\b|[()]|,(?=\s*[)\]}])/g,
    (whole, single?: string, double?: string, word?: string, key?: string, long?: string) => {
      const string = single ?? double;
      if (string !== undefined) return JSON.stringify(unescaped(string));
      if (word !== undefined) return { True: 'true', False: 'false' }[word] ?? 'null';
      if (key !== undefined) return `"${key}"`;
      if (long !== undefined) return long;
      return { '(': '[', ')': ']' }[whole] ?? '';
    },
  );

const unescaped = (string: string): string =>
  string.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/g, (_, code: string) =>
    code.length > 1
      ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
      : ({ n: '\n', t: '\t', r: '\r' }[code] ?? code),
  );
