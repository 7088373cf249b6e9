// Makes the documentation as pages that open without a server: node .ci/site/site.mjs [FOLDER].
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { version } from '../commit.mjs';
import { entriesOf } from '../entries.mjs';
import { entryUrl, namePages } from './names.mjs';
import { codesOf, readReference, sentenceOf } from './reference.mjs';
import { codeBlock, escapeHtml, markdown, plainOf, slugOf } from './text.mjs';

/** Groups of the menu for the pages of docs/. A page without a group is an error. */
const GROUPS = {
  Start: 'guide library entries glossary ../CHANGELOG',
  'Coming from': 'guide/from-btc-signer guide/from-bitcoinjs guide/from-bdk',
  Recipes: `guide/addresses guide/verify-address guide/watch-only guide/backend
    guide/payment-requests guide/rbf-and-cpfp guide/cancel-a-payment guide/labels guide/payjoin
    guide/compare-an-answer guide/show-any-psbt guide/batch-payouts guide/review-first guide/multisig guide/musig
    guide/taproot-leaves guide/recovery-path guide/external-signer guide/messages
    guide/psbt-versions guide/qr-codes guide/import-a-wallet`,
  Platforms: `guide/react-native guide/own-curve guide/electron guide/service-worker guide/stored-wallets
    guide/threads guide/cancel-and-progress guide/json-rpc guide/offline-page runtimes`,
  'More of the library':
    'library-psbts library-wallets sources review review-details fees names formats',
  'Command line and page': `page live-image wallets old-wallets watching signing signing-with-others offline keys
    seeds-and-devices silent-payments receiving-silent-payments server profiles methods`,
  Trust: `../SECURITY audit verify promises-input promises-signing speed
    functional-tests`,
  Inside: '../README ../CONTRIBUTING architecture wallet-file snapshot-file decisions/*',
};

/** Returns the repository's pages by group, in the order of the menu. */
function pagesOf(root) {
  const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && !/^api-(signatures|types)\.md$/.test(name))
    .map((name) => name.slice(0, -3))
    .sort();
  const left = new Set(files);
  const groups = Object.entries(GROUPS).map(([group, list]) => {
    const names = list
      .split(/\s+/)
      .flatMap((name) =>
        name.endsWith('*') ? files.filter((each) => each.startsWith(name.slice(0, -1))) : [name],
      );
    return names.map((name) => {
      left.delete(name);
      const path = posix.join('docs', `${name}.md`);
      const text = readFileSync(join(root, path), 'utf8');
      const url = `/${name.replace('../', '').replace(/README$/, name.startsWith('..') ? 'readme' : 'index')}.html`;
      return { group, path, text, url, title: plainOf(/^# (.*)$/m.exec(text)[1]) };
    });
  });
  if (left.size > 0) throw new Error(`GROUPS has no place for ${[...left].join(', ')}`);
  return groups.flat();
}

/** Returns the size of an app that uses every name of an entry, in kB, minified and gzipped. */
async function sizesOf(root, modules) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: modules.map(([specifier, module]) => ({
      in: `src/${module}.ts`,
      out: specifier.replaceAll('/', '-'),
    })),
    outdir: 'sizes',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
  });
  const kilobytes = ({ contents }) => Math.round(gzipSync(contents, { level: 9 }).length / 1000);
  return new Map(modules.map(([specifier], i) => [specifier, `${kilobytes(outputFiles[i])} kB`]));
}

/**
 * Makes the menu next to a page: the names of its entry on pages of the reference, else all other
 * pages.
 */
function menuOf({ url, entry }, pages, { lasting }) {
  const item = (to, title) =>
    `<li><a href="${to}"${to === url ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  const section = (title, items) => `<h2>${title}</h2><ul>${items.join('')}</ul>`;
  if (!url.startsWith('/api/') && url !== '/errors.html') {
    return Object.keys(GROUPS)
      .map((title) => [title, pages.filter(({ group }) => group === title)])
      .map(([title, list]) =>
        section(
          title,
          list.map((page) => item(page.url, page.title)),
        ),
      )
      .join('');
  }
  const own = lasting.find(({ specifier }) => specifier === entry);
  const shown = own?.names.filter(({ kind }) => kind !== 'type') ?? [];
  return [
    section('Reference', [
      item('/api/index.html', 'All entries'),
      item('/errors.html', 'Error codes'),
    ]),
    own &&
      section(
        entry,
        [entryUrl(entry), ...shown].map((each) =>
          each.url ? item(each.url, each.name) : item(each, 'Overview'),
        ),
      ),
    section(
      'Entries',
      lasting.map(({ specifier }) => item(entryUrl(specifier), specifier)),
    ),
  ].join('');
}

/** Makes a complete page. Its addresses become relative, so that it opens from a disk. */
function layout({ url, title, body, about = '', trail = [] }, menu) {
  const headings = [...body.matchAll(/^<h2 id="([^"]*)">(.*)<\/h2>$/gm)];
  const contents = headings.map(
    ([, id, text]) => `<li><a href="#${id}">${text.replace(/<\/?a\b[^>]*>/g, '')}</a></li>`,
  );
  const toc = `<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${contents.join('')}</ul></nav>`;
  const above = trail.map(([to, text]) => `<a href="${to}">${escapeHtml(text)}</a>`).join(' / ');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title === 'coldsign' && url === '/index.html' ? title : `${title} · coldsign`)}</title>
<meta name="description" content="${escapeHtml(about)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<script src="/search.js" data-root="/" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="logo" href="/index.html">coldsign</a>
<nav aria-label="Sections"><a href="/guide.html">Guide</a><a href="/api/index.html">Reference</a><a href="/errors.html">Errors</a></nav>
<form role="search" class="search">
<input type="search" id="search" role="combobox" aria-label="Search" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search (press /)">
<ul id="found" role="listbox" aria-label="Results" hidden></ul>
</form>
<a class="open-menu" href="#menu">Menu</a>
</header>
<div class="columns">
<nav id="menu" class="menu" aria-label="Pages"><a class="close-menu" href="#main">Close the menu</a>${menu}</nav>
<main id="main" tabindex="-1">
${above && `<p class="trail">${above}</p>\n`}${body}</main>
${contents.length > 1 ? toc : ''}
</div>
<footer>coldsign ${version}, MIT licence. These pages work offline and load no file from elsewhere.</footer>
</body>
</html>
`;
  const up = '../'.repeat(url.split('/').length - 2);
  return html.replace(/ (href|src|data-root)="\/(?!\/)/g, ` $1="${up}`);
}

/** Makes the first page: an overview, and the program of the README. */
function homeBody(readme, sizes, html) {
  const [, program] = /```js\n([\s\S]*?)\n```/.exec(readme);
  const cards = [
    [
      '/page.html',
      'I only want to sign',
      'Open the page on an offline computer, review a PSBT, and sign it.',
    ],
    ['/guide.html', 'Guide', 'Sign a first transaction: in an app, offline, or through JSON-RPC.'],
    [
      '/guide/backend.html',
      'Recipes',
      'Fees, multisig, MuSig2, messages, QR codes, payouts: a program each.',
    ],
    [
      '/api/index.html',
      'Reference',
      'Every function with its units, errors and an example that a test runs.',
    ],
    ['/errors.html', 'Error codes', 'What each code means, and which functions throw it.'],
    [
      '/guide/from-btc-signer.html',
      'Coming from another library',
      'Tables for btc-signer, bitcoinjs-lib and BDK.',
    ],
    ['/methods.html', 'Methods', 'Bitcoin Core’s methods, on the command line and in apps.'],
  ].map(
    ([to, title, text]) =>
      `<li><a href="${to}"><strong>${title}</strong><span>${text}</span></a></li>`,
  );
  const [, said] = /^# coldsign\n\n([\s\S]*?)\n\n/.exec(readme);
  return `<h1>coldsign</h1>\n<p class="lead">${escapeHtml(said.replaceAll('\n', ' '))}</p>\n<ul class="cards">${cards.join('\n')}</ul>\n<h2 id="a-payment">A payment</h2>\n${html(program)}<h2 id="entries">Entries</h2>\n${sizes}`;
}

/**
 * Writes the site into `out`; `api` is the output of .ci/api.ts. The same repository gives the same
 * bytes.
 */
export async function makeSite(root, out, api) {
  const reference = readReference(api);
  const pages = pagesOf(root);
  const codes = new Set(codesOf(reference, 'ErrorCode').map(({ code }) => code));
  const urls = new Map(reference.items.toReversed().map(({ name, url }) => [name, url]));
  const linkOf = (name) => (codes.has(name) ? `/errors.html#${name}` : urls.get(name));
  const { nameBody, entryBody, errorsBody } = namePages(reference, linkOf);
  const index = [];
  const note = (title, kind, url, about) =>
    index.push([title, kind, url.slice(1), about.slice(0, 200)]);
  const write = (page) => {
    const file = join(out, page.url);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, layout(page, menuOf(page, pages, reference)));
  };
  const add = (page, kind) => {
    write(page);
    note(page.title, kind, page.url, page.about);
  };

  const byPath = new Map(pages.map(({ path, url }) => [path, url]));
  const addressFrom = (from) => (href) => {
    if (/^[a-z]+:|^#/.test(href)) return href;
    const [path, hash] = posix.join(posix.dirname(from), href).split('#');
    if (path === 'docs/methods.md' && hash) return `/methods/${hash}.html`;
    if (/^docs\/api-(signatures|types)\.md$/.test(path)) return '/api/index.html';
    if (/^docs\/.*\.(png|svg)$/.test(path)) return path.slice('docs'.length);
    const to = byPath.get(path);
    return to && hash ? `${to}#${hash}` : to;
  };
  const htmlOf = ({ path, group }, text) => {
    // On pages about programs, a command's name is a name of the package.
    const isAboutApps = /library|Recipes|Platforms|Coming/.test(group);
    const links = (name) => (isAboutApps || /[A-Z]/.test(name) ? linkOf(name) : undefined);
    return markdown(text, { address: addressFrom(path), linkOf: links });
  };

  /** Makes a page for each method of Core, and a table of them. */
  const methodTable = (text) => {
    const rows = text
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [, name, help] = /^(\w+)\n\n```text\n([\s\S]*?)\n```/.exec(section);
        const about = (help.split('\n\n')[1] ?? '').replace(/\s+/g, ' ');
        const typed = linkOf(name);
        const body = `<div class="title"><h1>${name}</h1><p class="kind">method of Bitcoin Core</p></div>\n${codeBlock(help, 'text')}<p>This is the output of <code>coldsign help ${name}</code>. In an app, call <code>client(options).${name}(…)</code> of <a href="${entryUrl('coldsign/rpc')}">coldsign/rpc</a>${typed ? `, or the function <a href="${typed}"><code>${name}</code></a>` : ''}.</p>\n`;
        add(
          {
            url: `/methods/${name}.html`,
            title: name,
            body,
            about,
            trail: [['/methods.html', 'Methods']],
          },
          'method',
        );
        return `| [${name}](methods.md#${name}) | ${sentenceOf(about).replaceAll('|', '\\|')} |`;
      });
    return `# Methods\n\nOn this page you can find every method. Each page is what \`coldsign help METHOD\` prints.\n\n| method | effect |\n|---|---|\n${rows.join('\n')}\n`;
  };
  const isLasting = ([specifier]) => reference.lasting.some((each) => each.specifier === specifier);
  const sizes = await sizesOf(root, Object.entries(entriesOf(root)).filter(isLasting));
  const withSizes = (text) =>
    text
      .replace(/^\| `(coldsign[\w/]*)` \|.*$/gm, (row, name) => `${row} ${sizes.get(name) ?? ''} |`)
      .replace(/^(\| entry .*)\n(\|---.*)$/m, '$1 all of it, gzipped |\n$2--:|');

  for (const [i, page] of pages.entries()) {
    const make = { 'docs/methods.md': methodTable, 'docs/entries.md': withSizes }[page.path];
    const text = make === undefined ? page.text : make(page.text);
    const { html, headings } = htmlOf(page, text);
    const around = [pages[i - 1], pages[i + 1]].map((other, side) =>
      other?.group === page.group
        ? `<a href="${other.url}"><span>${side ? 'Next' : 'Previous'}</span> ${escapeHtml(other.title)}</a>`
        : '',
    );
    const neighbours = `<nav class="around" aria-label="Neighbours">${around.join('')}</nav>\n`;
    const body = html + (around.join('') === '' ? '' : neighbours);
    add(
      {
        ...page,
        body,
        about: plainOf(text.split('\n\n')[1] ?? ''),
        trail: [['/index.html', page.group]],
      },
      page.group,
    );
    for (const part of text.split(/^(?=##+ )/m).slice(1)) {
      const [line] = part.split('\n', 1);
      const id = slugOf(plainOf(line));
      if (headings.some((heading) => heading.id === id)) {
        note(plainOf(line), page.title, `${page.url}#${id}`, plainOf(part.slice(line.length)));
        // The ids of findings, which a review shows.
        if (page.path !== 'docs/review.md') continue;
        for (const [, finding, about] of part.matchAll(/^\| `([a-z-]+)` \|[^|]*\| (.*) \|$/gm)) {
          note(finding, 'finding', `${page.url}#${id}`, plainOf(about.replaceAll(' | ', ' ')));
        }
      }
    }
  }

  const trail = [['/api/index.html', 'Reference']];
  for (const item of reference.items) {
    const { name, kind, home, url } = item;
    const about = plainOf(sentenceOf(item.said));
    const page = { url, title: name, body: nameBody(item), about, entry: home };
    add({ ...page, trail: [...trail, [entryUrl(home), home]] }, `${kind} of ${home}`);
  }
  const table = pages.find(({ path }) => path === 'docs/entries.md');
  const aboutOf = (specifier) =>
    new RegExp(`^\\| \`${specifier}\` \\| ([^|]*) \\|`, 'm').exec(table.text)?.[1] ?? '';
  for (const entry of reference.lasting) {
    const { specifier } = entry;
    const about = aboutOf(specifier);
    const body = entryBody(entry, about && `${about[0].toUpperCase()}${about.slice(1)}.`);
    add(
      {
        url: entryUrl(specifier),
        title: specifier,
        body,
        about: plainOf(about),
        entry: specifier,
        trail,
      },
      'entry',
    );
  }
  const rows = htmlOf(table, withSizes(/^\| entry [\s\S]*?\n(?=\n)/m.exec(table.text)[0])).html;
  const entryTable = rows.replace(
    /<code>(coldsign[\w/]*)<\/code>/g,
    (_, name) => `<a href="${entryUrl(name)}"><code>${name}</code></a>`,
  );
  add(
    {
      url: '/api/index.html',
      title: 'Reference',
      about: 'Every entry of the package.',
      body: `<h1>Reference</h1>\n<p>On this page you can choose an entry of the package. Each name of it has a page.</p>\n${entryTable}`,
    },
    'entry',
  );
  add(
    {
      url: '/errors.html',
      title: 'Error codes',
      about: 'Every code of an error.',
      body: errorsBody(),
      trail,
    },
    'reference',
  );
  for (const { code, said } of codesOf(reference, 'ErrorCode')) {
    note(code, 'error code', `/errors.html#${code}`, plainOf(said));
  }
  const readme = pages.find(({ path }) => path === 'README.md').text;
  write({
    url: '/index.html',
    title: 'coldsign',
    about: 'The documentation of coldsign.',
    body: homeBody(readme, entryTable, (program) => codeBlock(program, 'js', linkOf)),
  });

  cpSync(join(root, 'docs/images'), join(out, 'images'), { recursive: true });
  copyFileSync(join(root, 'docs/growth.svg'), join(out, 'growth.svg'));
  for (const name of ['style.css', 'search.js'])
    copyFileSync(join(root, '.ci/site', name), join(out, name));
  writeFileSync(
    join(out, 'search-index.js'),
    `searchIndex = ${JSON.stringify(index).replaceAll('],[', '],\n[')};\n`,
  );
}

if (process.argv[1]?.endsWith('site.mjs')) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  await makeSite(root, process.argv[2] ?? join(root, 'dist/docs'));
}
