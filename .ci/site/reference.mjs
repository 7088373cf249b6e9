// Reads every exported name of the package from the output of .ci/api.ts.

/** Returns the entries with their names, and each name once, at the first entry that exports it. */
export function readReference(api) {
  const entries = new Map(api.map(({ specifier, names }) => [specifier, new Map(names)]));
  const homes = new Map();
  const lasting = [];
  for (const [specifier, all] of entries) {
    const names = [];
    for (const [name, text] of all) {
      const id = `${name} ${text}`;
      const item = homes.get(id) ?? itemOf(name, text, specifier);
      if (!homes.has(id)) homes.set(id, item);
      item.entries.push(specifier);
      names.push(item);
    }
    lasting.push({ specifier, names });
  }
  return { lasting, items: [...homes.values()] };
}

const KINDS = { class: 'class', type: 'type', function: 'function' };

function itemOf(name, text, home) {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\/\n/.exec(text) ?? [];
  const code = text.slice(text.indexOf(comment) + comment.length).replace(/^\*\/\n/, '');
  const isCalled = /^(async )?function |^const \w+: (<.*>)?(\(|Call<|\{\n *\()/.test(code);
  const kind = isCalled ? 'function' : (KINDS[/^\w+/.exec(code)?.[0] ?? ''] ?? 'constant');
  const folder = home.replace(/ in (?=browsers$)/, '-').replaceAll('/', '-');
  // File systems of Windows and macOS do not distinguish `client` and `Client`.
  const file = kind === 'type' || kind === 'class' ? `type.${name}` : name;
  return {
    name,
    home,
    kind,
    code,
    text,
    url: `/api/${folder}/${file}.html`,
    entries: [],
    ...readComment(comment),
  };
}

/** Returns the paragraphs of a comment, and its tags. */
function readComment(comment) {
  const lines = comment.replace(/^\s*\* ?/gm, '').trim();
  const [said, ...tags] = lines.split(/^@(?=param |returns |throws |example)/m);
  const of = (tag) =>
    tags.filter((text) => text.startsWith(tag)).map((text) => text.slice(tag.length).trim());
  const params = of('param').map((text) => /^(\w+)(?: -)?\s+([\s\S]*)$/.exec(text)?.slice(1));
  return {
    said: said.trim(),
    params: params.filter((each) => each !== undefined),
    returns: of('returns')[0],
    throws: of('throws'),
    example: of('example')[0],
  };
}

/** Returns the first sentence of a description. */
export const sentenceOf = (said) =>
  /^([\s\S]*?\.)(\s|$)/.exec(said)?.[1].replace(/\s+/g, ' ') ?? said;

/**
 * Returns members of an object type with their comments, or `undefined` if the type is not one
 * object.
 */
export function membersOf(code) {
  const [, head = '', body] = /^type [^=]+ = ([^{}]*)\{\n([\s\S]*)\n\};?$/.exec(code) ?? [];
  if (body === undefined || /^[^ ]/m.test(body)) return undefined;
  const pattern =
    /^ {2}(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2})?(?! )(readonly )?('?[\w-]+'?\??)((?:<[^>]*>)?[(:](?:[^\n]|\n(?= {3}| {2}[}\])]))*);$/gm;
  const members = [...body.matchAll(pattern)].map(([, comment = '', , name, rest]) => ({
    name,
    type: rest.replace(/^: /, '').replace(/^ {2}/gm, ''),
    said: comment.replace(/^\s*\* ?/gm, '').trim(),
  }));
  const own = body.split('\n').filter((line) => /^ {2}['\w[]/.test(line)).length;
  return members.length === own ? { base: head.replace(/ &\s*$/, '').trim(), members } : undefined;
}

/** Returns the members of the union or constant `name`, each with its comment. */
export function codesOf(reference, name) {
  const { code } = reference.items.find((item) => item.name === name);
  const pattern =
    name === 'RpcCode'
      ? /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?readonly (\w+): (-?\d+);/g
      : /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\|? ?'(\w+)'/g;
  return [...code.matchAll(pattern)].map(([, comment = '', code, value]) => ({
    code,
    value,
    said: comment.replace(/^\s*\* ?/gm, '').trim(),
  }));
}
