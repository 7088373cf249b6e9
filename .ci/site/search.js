// Searches the site. The index is a script, because pages on a disk cannot fetch files.
const root = document.currentScript.dataset.root;
const box = document.getElementById('search');
const found = document.getElementById('found');
let loading;

/** Loads the index on first use. */
function load() {
  loading ??= new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = `${root}search-index.js`;
    script.onload = () => done(globalThis.searchIndex);
    script.onerror = fail;
    document.head.append(script);
  });
  return loading;
}

/** Words of a question that say nothing about its subject. */
const EMPTY = new Set('a an the my of to too with how do i can is was for'.split(' '));

/** What the pages call it. */
const SAME = {
  blocked: 'stop',
  forgot: 'passphrase',
  forgotten: 'passphrase',
  freeze: 'coin control',
  frozen: 'coin control',
  low: 'raise',
  missing: 'lost',
  mnemonic: 'seed',
  password: 'passphrase',
  roll: 'dice',
  rolls: 'dice',
  slow: 'raise',
  stuck: 'raise',
  unconfirmed: 'raise',
  xpub: 'watch-only',
  ypub: 'watch-only',
  zpub: 'watch-only',
};

/** Returns the words to look for. */
function wordsOf(text) {
  const all = text.toLowerCase().split(/\s+/).filter(Boolean);
  const full = all.filter((word) => !EMPTY.has(word));
  return full.length > 0 ? full : all;
}

/**
 * Returns the rank of a result, lower is better; `undefined` if a word is missing. A page about a
 * task is before a function, except the function of exactly that name.
 */
function rank([title, kind, , about], words) {
  const name = title.toLowerCase();
  const rest = `${name} ${kind} ${about}`.toLowerCase();
  const isCode = /^(type|class|function|constant|method)\b/.test(kind);
  if (name === words.join(' ')) return /^(function|error|finding)/.test(kind) ? -2 : -1;
  const isId = kind === 'finding' || kind === 'error code';
  let sum = kind.startsWith('type') ? 14 : isCode ? 7 : isId ? 4 : 0;
  for (const word of words) {
    if (name === word) continue;
    // A complete word of a title.
    if (!isCode && name.split(/\W+/).includes(word)) sum -= 1;
    if (name.startsWith(word)) sum += 4;
    else if (name.includes(word)) sum += 6;
    else if (word in SAME && !isCode && name.includes(SAME[word])) sum += 5;
    else if (rest.includes(word)) sum += 20;
    else if (word in SAME && rest.includes(SAME[word])) sum += 22;
    else return undefined;
  }
  return sum + name.length / 100;
}

async function search() {
  const words = wordsOf(box.value);
  const index = await load();
  const ranked = index
    .map((row) => [rank(row, words), row])
    .filter(([sum]) => sum !== undefined && words.length > 0)
    .sort(([a], [b]) => a - b)
    .slice(0, 12);
  found.replaceChildren(...ranked.map(([, row], i) => option(row, i)));
  if (words.length > 0 && ranked.length === 0) {
    const none = document.createElement('li');
    none.role = 'option';
    none.ariaDisabled = 'true';
    none.textContent = 'No page has these words.';
    found.append(none);
  }
  select(0);
  open(words.length > 0);
}

function option([title, kind, url, about], i) {
  const item = document.createElement('li');
  item.role = 'option';
  item.id = `found-${i}`;
  item.dataset.url = url;
  for (const [tag, text] of [
    ['strong', title],
    ['em', kind],
    ['span', about],
  ]) {
    const part = document.createElement(tag);
    part.textContent = text;
    item.append(part, ' ');
  }
  item.onmousedown = (event) => event.preventDefault();
  item.onclick = () => go(item);
  return item;
}

function open(isOpen) {
  found.hidden = !isOpen;
  box.ariaExpanded = String(isOpen);
  if (!isOpen) box.removeAttribute('aria-activedescendant');
}

function select(i) {
  const items = [...found.querySelectorAll('[data-url]')];
  for (const item of items) item.ariaSelected = 'false';
  const item = items.at(i % items.length);
  if (item === undefined) return;
  item.ariaSelected = 'true';
  item.scrollIntoView({ block: 'nearest' });
  box.setAttribute('aria-activedescendant', item.id);
}

const selected = () => found.querySelector('[aria-selected=true]');

function go(item) {
  if (item === null) return;
  open(false);
  location.href = root + item.dataset.url;
}

box.onfocus = load;
box.oninput = search;
box.onblur = () => open(false);
box.onkeydown = (event) => {
  const at = [...found.children].indexOf(selected());
  if (event.key === 'Escape') open(false);
  else if (event.key === 'ArrowDown') select(at + 1);
  else if (event.key === 'ArrowUp') select(at - 1);
  else return;
  event.preventDefault();
};
box.form.onsubmit = async (event) => {
  event.preventDefault();
  await search();
  go(selected());
};
document.onkeydown = (event) => {
  if (event.key !== '/' || event.target === box) return;
  box.focus();
  event.preventDefault();
};
