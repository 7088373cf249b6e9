const linesOf = (texts, shape) =>
  typeof shape === 'string'
    ? [texts]
    : Object.keys(shape).flatMap((name) => linesOf(texts[name], shape[name]));

const emptied = (texts) =>
  JSON.parse(JSON.stringify(texts), (_, each) => (typeof each === 'string' ? '' : each));

/**
 * The tables of all languages as src/adapters/page/language.ts reads them. Other languages have their
 * texts in the order of the English names, a line each: with the names they take 8 kB more.
 */
export function packTables(english, others) {
  const [{ findings, fixes }] = Object.values(others);
  // The English findings are the engine's.
  const names = emptied({ findings, fixes });
  const shape = { words: english.words, ...names, engine: english.engine };
  const lines = Object.entries(others).map(([tag, table]) => [
    tag,
    linesOf(table, shape).join('\n'),
  ]);
  return JSON.stringify({ english, names, others: Object.fromEntries(lines) });
}
