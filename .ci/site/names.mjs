// Makes HTML of the pages of exported names, entries and error codes. Addresses begin at the root
// of the site.
import { codesOf, membersOf, sentenceOf } from './reference.mjs';
import { codeBlock, escapeHtml, highlight, markdown } from './text.mjs';

export const entryUrl = (specifier) =>
  `/api/${specifier.replace(/ in (?=browsers$)/, '-').replaceAll('/', '-')}/index.html`;

const withoutComment = (text) => text.replace(/^\/\*\*[\s\S]*?\*\/\n/, '');
const section = (title, html) =>
  html ? `<h2 id="${title.toLowerCase().replaceAll(' ', '-')}">${title}</h2>\n${html}` : '';
const link = (url, name) => `<a href="${url}"><code>${escapeHtml(name)}</code></a>`;
const list = (rows) => (rows.length > 0 ? `<dl class="members">${rows.join('\n')}</dl>\n` : '');

/** Makes the pages of a reference; `linkOf` returns the address of a name or an error code. */
export function namePages(reference, linkOf) {
  const byName = new Map(reference.items.toReversed().map((item) => [item.name, item]));
  const prose = (text, own) =>
    markdown(text ?? '', { linkOf: (name) => (name === own ? undefined : linkOf(name)) }).html;
  const code = (text, own) =>
    codeBlock(text, 'ts', (name) => (name === own ? undefined : linkOf(name)));

  /** The members of a type as a list, or its declaration if it is not one object. */
  function membersHtml({ name: own, code: text, text: all }) {
    const parts = membersOf(text);
    if (parts === undefined) return code(withoutComment(all), own);
    const typed = (type) => `<code class="type">${highlight(type, 'ts', linkOf)}</code>`;
    const rows = parts.members.map(({ name, type, said }) => {
      const optional = name.endsWith('?') ? ' <span class="optional">optional</span>' : '';
      const shown = typed(optional ? type.replace(/ \| undefined$/, '') : type);
      return `<dt><code>${escapeHtml(name.replace(/\?$/, ''))}</code>${optional} ${shown}</dt><dd>${prose(said, own)}</dd>`;
    });
    const base = parts.base ? `<p>Everything of ${typed(parts.base)}, and:</p>\n` : '';
    return base + list(rows);
  }

  function typesOf({ code: text, name }) {
    const met = [...new Set(text.match(/\b[A-Z]\w*/g) ?? [])].map((each) => byName.get(each));
    const types = met.filter((each) => each?.kind === 'type' && each.name !== name);
    return types.map(
      (each) =>
        `<details><summary><code>${each.name}</code> <span>${escapeHtml(sentenceOf(each.said).replaceAll('`', ''))}</span></summary>\n${membersHtml(each)}<p>${link(each.url, each.name)} has a page.</p></details>\n`,
    );
  }

  function nameBody(item) {
    const { name, kind, home, said, example } = item;
    const specifier = home.replace(/ in browsers$/, '');
    const isFunction = kind === 'function';
    const isObject = kind === 'type' && membersOf(item.code) !== undefined;
    const also = item.entries.filter((entry) => entry !== home);
    const users = reference.items.filter(
      (each) =>
        kind === 'type' && each.kind === 'function' && new RegExp(`\\b${name}\\b`).test(each.code),
    );
    const params = item.params.map(
      ([parameter, text]) => `<dt><code>${parameter}</code></dt><dd>${prose(text, name)}</dd>`,
    );
    const returns = item.returns && item.returns[0].toUpperCase() + item.returns.slice(1);
    const isMethod = isFunction && /\bCall</.test(item.code);
    return [
      `<div class="title"><h1>${name}</h1><p class="kind">${kind}${home === specifier ? '' : ', in browsers'}</p></div>\n`,
      codeBlock(`import ${kind === 'type' ? 'type ' : ''}{ ${name} } from '${specifier}';`, 'ts'),
      prose(said, name),
      isMethod ? `<p>Core’s help: <a href="/methods/${name}.html">${name}</a>.</p>\n` : '',
      isFunction ? section('Signature', code(item.code, name)) : '',
      isFunction || isObject ? '' : section('Declaration', code(withoutComment(item.text), name)),
      isObject ? section('Members', membersHtml(item)) : '',
      section('Parameters', list(params)),
      section('Returns', returns && prose(returns, name)),
      section('Errors', item.throws.map((text) => prose(text, name)).join('')),
      section('Example', example && codeBlock(example, 'ts', linkOf)),
      isFunction ? section('Types', typesOf(item).join('')) : '',
      section(
        'Used by',
        users.length > 0 && `<p>${users.map((each) => link(each.url, each.name)).join(', ')}</p>\n`,
      ),
      also.length > 0
        ? `<p class="note">Also exported by ${also.map((entry) => link(entryUrl(entry), entry)).join(', ')}.</p>\n`
        : '',
    ].join('');
  }

  function entryBody({ specifier, names }, about) {
    const parts = ['function', 'class', 'constant', 'type'].map((kind) => {
      const rows = names
        .filter((item) => item.kind === kind)
        .map(
          ({ url, name, said }) =>
            `<dt>${link(url, name)}</dt><dd>${prose(sentenceOf(said), name)}</dd>`,
        );
      const title = kind === 'class' ? 'Classes' : `${kind[0].toUpperCase()}${kind.slice(1)}s`;
      return section(title, rows.length > 0 && `<dl class="names">${rows.join('\n')}</dl>\n`);
    });
    return `<h1>${specifier}</h1>\n${prose(about)}${parts.join('')}`;
  }

  /** Every code of `ColdsignError`, with the functions that document it, and Core's numbers. */
  function errorsBody() {
    const functions = reference.items.filter(({ kind }) => kind === 'function');
    const rows = codesOf(reference, 'ErrorCode').map(({ code: text, said }) => {
      const users = functions.filter(({ throws }) => throws.join(' ').includes(`\`${text}\``));
      const links = users.map(({ url, name }) => link(url, name)).join(', ');
      const shown =
        users.length > 12
          ? `<details><summary>Thrown by ${users.length} functions</summary><p>${links}</p></details>`
          : links && `<p class="users">Thrown by ${links}.</p>`;
      return `<dt id="${text}"><a href="#${text}"><code>${text}</code></a></dt><dd>${prose(said)}${shown}</dd>`;
    });
    const numbers = codesOf(reference, 'RpcCode').map(
      ({ code: text, value }) =>
        `<tr><td><code>${value}</code></td><td><code>${text}</code></td></tr>`,
    );
    const example =
      "try {\n  fund(order);\n} catch (error) {\n  if (isColdsignError(error, 'INSUFFICIENT_FUNDS')) askForMoreCoins();\n  else throw error;\n}";
    return `<h1>Error codes</h1>
<p>On this page you can look up every code of an error that coldsign throws.</p>
<h2 id="codes">Codes of ColdsignError</h2>
${prose('Every function outside `coldsign/rpc` throws a `ColdsignError`. `message` says what is wrong, `hint` what to do, and `code` is for programs. `isColdsignError` also recognises errors of another copy of the package, of a clone and of another realm.')}
${codeBlock(example, 'ts', linkOf)}${list(rows)}
<h2 id="rpc">Numbers of RpcError</h2>
${prose('Functions of `coldsign/rpc` throw an `RpcError`, whose `code` is a number of Bitcoin Core. `RpcCode` has their names.')}
<div class="wide" tabindex="0" role="group" aria-label="Numbers of RpcError"><table><thead><tr><th>number</th><th>name</th></tr></thead><tbody>${numbers.join('\n')}</tbody></table></div>
<h2 id="others">Other problems</h2>
<p>An input that cannot be signed is not an exception: <code>sign</code> and Core’s methods list it in their result. Findings of a review have ids of their own: <a href="/review.html">Reviews</a> lists them.</p>
`;
  }

  return { nameBody, entryBody, errorsBody };
}
