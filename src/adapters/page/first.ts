/**
 * Runs before everything else in the page. Removes what reaches the network past a
 * Content-Security-Policy, and what could get it back: other windows, and markup made by scripts.
 * Later scripts may replace any function, so those here only call what they keep, by `call`.
 */
const { apply: call } = Reflect;

/** Names of the window that the page never uses. */
const WINDOW: readonly string[] = [
  ...Object.getOwnPropertyNames(window).filter((name) => /^(webkit|moz)?RTC/.test(name)),
  ...['open', 'fetch', 'fetchLater', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream'],
  ...['WebTransport', 'EventSource', 'SharedWorker', 'PaymentRequest', 'PresentationRequest'],
  ...['DOMParser', 'XSLTProcessor', 'documentPictureInPicture', 'sharedStorage'],
];
const NAVIGATOR: readonly string[] = [
  ...['sendBeacon', 'serviceWorker', 'share', 'registerProtocolHandler', 'credentials'],
  ...['bluetooth', 'usb', 'serial', 'hid', 'requestMIDIAccess', 'presentation'],
  ...['joinAdInterestGroup', 'updateAdInterestGroups', 'runAdAuction', 'sendFeatureReport'],
];
/** Members that make elements from text, from other elements or by their class, and `submit`. */
const MARKUP: readonly string[] = [
  ...['write', 'writeln', 'open', 'execCommand', 'createContextualFragment', 'attachShadow'],
  ...['cloneNode', 'importNode', 'cloneContents', 'extractContents', 'define', 'submit'],
  'createDocument',
];
/** Elements with a window of their own, or that load, connect or navigate. */
const ELEMENTS: readonly string[] = [
  ...['iframe', 'frame', 'frameset', 'object', 'embed', 'fencedframe', 'portal'],
  ...['link', 'meta', 'base', 'script', 'area', 'a'],
];
/** Each element of MathML may be a link. */
const MATHML = 'http://www.w3.org/1998/Math/MathML';

function remove(names: readonly string[], from: object): void {
  for (let at: object | null = from; at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of names) Reflect.deleteProperty(at, name);
  }
}

/** Returns a function that reads a property as now, even if a script replaces its getter. */
function reader(owner: object, name: string): (of: unknown) => unknown {
  const get = Object.getOwnPropertyDescriptor(owner, name)?.get;
  return (of) => get && call(get, of, []);
}

const nameOf = reader(Element.prototype, 'localName');
const namespaceOf = reader(Element.prototype, 'namespaceURI');

/**
 * Checks the element after it was created, because a name could change between a check and its use.
 */
function guard(name: 'createElement' | 'createElementNS'): void {
  const create = Document.prototype[name];
  Object.defineProperty(Document.prototype, name, {
    value(this: Document, ...args: readonly unknown[]) {
      const element: Element = call(create, this, args);
      const found = nameOf(element);
      let isRefused = namespaceOf(element) === MATHML;
      for (let i = 0; i < ELEMENTS.length; i++) isRefused ||= ELEMENTS[i] === found;
      if (isRefused) throw new TypeError(`${found}: not on this page`);
      return element;
    },
  });
}

const { createElement } = document;
const { setAttribute } = Element.prototype;
const { click } = HTMLElement.prototype;
const { preventDefault } = Event.prototype;
const isBlob = (url: unknown): boolean =>
  typeof url === 'string' && `${url[0]}${url[1]}${url[2]}${url[3]}${url[4]}` === 'blob:';

/** The only link of the page. It saves files, and other scripts do not get it. */
const link = call(createElement, document, ['a']);

/** Saves the blob of this URL as a file. */
export function saveFile(url: string, name: string): void {
  if (!isBlob(url)) return;
  call(setAttribute, link, ['href', url]);
  call(setAttribute, link, ['download', name]);
  call(click, link, []);
}

/**
 * Cancels each navigation that leaves the page, unless it reloads the page or saves a file from it.
 */
function stay(): void {
  const destinationOf = reader(NavigateEvent.prototype, 'destination');
  const typeOf = reader(NavigateEvent.prototype, 'navigationType');
  const downloadOf = reader(NavigateEvent.prototype, 'downloadRequest');
  const sourceOf = reader(NavigateEvent.prototype, 'sourceElement');
  // It would give the link to other scripts.
  remove(['sourceElement'], NavigateEvent.prototype);
  const urlOf = reader(NavigationDestination.prototype, 'url');
  const isHere = reader(NavigationDestination.prototype, 'sameDocument');
  navigation.addEventListener('navigate', (event) => {
    const to = destinationOf(event);
    // A blob that is shown has this page's policy, but not this script.
    // Firefox 153 reports each download twice, the second time without its name.
    const isDownload = downloadOf(event) !== null || sourceOf(event) === link;
    const isSaved = isDownload && isBlob(urlOf(to));
    if (!isSaved && !isHere(to) && typeOf(event) !== 'reload') call(preventDefault, event, []);
  });
}

remove(WINDOW, window);
remove(NAVIGATOR, navigator);
const owners: readonly object[] = [
  ...[Element, ShadowRoot, Document, Range, HTMLFormElement].map(({ prototype }) => prototype),
  ...[CustomElementRegistry, DOMImplementation].map(({ prototype }) => prototype),
  Document,
];
for (const owner of owners) {
  // Members such as innerHTML and parseHTML make elements from text.
  const texts = Object.getOwnPropertyNames(owner).filter((name) => name.includes('HTML'));
  remove([...MARKUP, ...texts], owner);
}
guard('createElement');
guard('createElementNS');
// The page reads the fields of forms, and never sends them.
addEventListener('submit', (event) => call(preventDefault, event, []), true);
// Some engines do not have it.
if ('navigation' in window) stay();
