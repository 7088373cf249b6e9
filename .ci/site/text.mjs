// Converts Markdown and code to HTML. Only this file imports `marked`.
import { Marked } from 'marked';

export const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns a heading's anchor, as on GitHub. */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const KEYWORDS =
  'as|async|await|break|case|catch|class|const|continue|default|else|export|extends|false|finally|' +
  'for|from|function|if|import|in|infer|instanceof|is|keyof|let|new|null|of|readonly|return|' +
  'static|switch|this|throw|true|try|type|typeof|undefined|void|while';
const SCRIPT = new RegExp(
  [
    /(?<comment>\/\*[\s\S]*?\*\/|(?<![:\w'"])\/\/.*)/,
    /(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)/,
    /(?<number>\b(?:0x[\da-f]+|\d[\d_.]*)n?\b)/,
    new RegExp(`(?<keyword>(?<![.\\w])(?:${KEYWORDS})\\b(?!\\??:))`),
    // A member, or the key of an object, is no name of the package.
    /(?<name>(?<!(?<!\.\.)\.)\b[A-Za-z_]\w*\b(?!\??:))/,
  ]
    .map((each) => each.source)
    .join('|'),
  'g',
);
const SHELL = /(?<comment>(?<=^|\s)#.*)|(?<string>'[^'\n]*'|"(?:\\.|[^"\\])*")/gm;
const LANGUAGES = { ts: SCRIPT, js: SCRIPT, cjs: SCRIPT, json: SCRIPT, sh: SHELL };

/** Marks the parts of a program; `linkOf` returns the address of a name's page. */
export function highlight(code, language, linkOf = () => undefined) {
  const pattern = LANGUAGES[language];
  if (pattern === undefined) return escapeHtml(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    html += escapeHtml(code.slice(end, match.index));
    const text = escapeHtml(match[0]);
    const link = kind === 'name' ? linkOf(match[0]) : undefined;
    if (link !== undefined) html += `<a href="${link}">${text}</a>`;
    else html += kind === 'name' ? text : `<span class="${kind}">${text}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

/**
 * Makes a code block. A program that is wider than a phone can be scrolled, also with the keyboard.
 */
export const codeBlock = (code, language, linkOf) =>
  `<pre tabindex="0"><code>${highlight(code, language, linkOf)}</code></pre>\n`;

/**
 * Makes HTML from Markdown. `address` returns the address of a link or an image relative to this
 * page, or `undefined` if the site does not have it; `linkOf` does so for a name in code.
 */
export function markdown(text, { address = () => undefined, linkOf = () => undefined }) {
  const headings = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: plain }) {
        const inner = this.parser.parseInline(tokens);
        const id = slugOf(plain.replace(/[`*]|\]\([^)]*\)|\[/g, ''));
        headings.push({ depth, id, html: inner.replace(/<\/?a\b[^>]*>/g, '') });
        return `<h${depth} id="${escapeHtml(id)}">${inner}</h${depth}>\n`;
      },
      code({ text: code, lang }) {
        // A program for another library has names of that library.
        return codeBlock(code, lang, code.includes("'coldsign") ? linkOf : undefined);
      },
      codespan({ text: code }) {
        const link = this.inLink ? undefined : linkOf(code);
        const html = `<code>${escapeHtml(code)}</code>`;
        return link === undefined ? html : `<a href="${link}">${html}</a>`;
      },
      link({ href, tokens }) {
        this.inLink = true;
        const inner = this.parser.parseInline(tokens);
        this.inLink = false;
        const to = address(href);
        return to === undefined ? inner : `<a href="${escapeHtml(to)}">${inner}</a>`;
      },
      image({ href, text: alt }) {
        return `<img src="${escapeHtml(address(href))}" alt="${escapeHtml(alt)}">`;
      },
      table({ header, rows }) {
        const cells = (row, tag) =>
          row.map(
            ({ tokens, align }) =>
              `<${tag}${align ? ` class="${align}"` : ''}>${this.parser.parseInline(tokens)}</${tag}>`,
          );
        // An empty first cell is no heading.
        const head = cells(header, 'th').map((cell) =>
          cell.replace(/^<th([^>]*)><\/th>$/, '<td$1></td>'),
        );
        const body = rows.map((row) => `<tr>${cells(row, 'td').join('')}</tr>`).join('\n');
        return `<div class="wide" tabindex="0"><table><thead><tr>${head.join('')}</tr></thead><tbody>\n${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text.replace(/<!--[\s\S]*?-->\n?/g, ''));
  return { html, headings };
}

const inlineOf = (tokens) =>
  tokens.flatMap((token) => {
    if (token.type === 'strong' || token.type === 'em')
      return [[token.type, ...inlineOf(token.tokens)]];
    if (token.type === 'codespan') return [['code', token.text]];
    // If a link leads out of the page, its text remains.
    return token.tokens === undefined ? [token.text] : inlineOf(token.tokens);
  });

const rowOf = (cells, tag) => ['tr', ...cells.map(({ tokens }) => [tag, ...inlineOf(tokens)])];

function blockOf(token) {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      return [[`h${token.depth}`, ...inlineOf(token.tokens)]];
    case 'paragraph':
    case 'text':
      return [['p', ...inlineOf(token.tokens)]];
    case 'list':
      return [['ul', ...token.items.map(({ tokens }) => ['li', ...tokens.flatMap(blockOf)])]];
    case 'table': {
      const head = token.header.some(({ text }) => text !== '') ? [rowOf(token.header, 'th')] : [];
      return [['table', ...head, ...token.rows.map((row) => rowOf(row, 'td'))]];
    }
    default:
      throw new Error(`the manual in the page cannot show ${token.type}`);
  }
}

/**
 * Parses Markdown as a tree for coldsign.html, without its title. An element is its name and its
 * contents.
 */
export const treeOf = (text) => new Marked().lexer(text).slice(1).flatMap(blockOf);

/** Returns the words of a text without markup, for search. */
export const plainOf = (text) =>
  text
    .replace(/^```[\s\S]*?^```$|<!--[\s\S]*?-->|^\|[-:|]+\|$/gm, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
