const linesOf = (texts, shape) =>
  typeof shape === 'string'
    ? [texts]
    : Object.keys(shape).flatMap((name) => linesOf(texts[name], shape[name]));

const emptied = (texts) =>
  JSON.parse(JSON.stringify(texts), (_, each) => (typeof each === 'string' ? '' : each));

/**
 * Packs the texts of all languages for src/adapters/page/language.ts. Other languages have their
 * texts in the order of the English names, one per line. With names they would take 8 kB more.
 */
export function packTables(english, others) {
  const [{ findings, fixes, outcomes }] = Object.values(others);
  // The English ones are in the engine.
  const names = emptied({ findings, fixes, outcomes });
  const shape = { words: english.words, ...names, engine: english.engine };
  const lines = Object.entries(others).map(([tag, table]) => [
    tag,
    linesOf(table, shape).join('\n'),
  ]);
  return JSON.stringify({ english, names, others: Object.fromEntries(lines) });
}
