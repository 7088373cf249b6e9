/**
 * Runs before everything else in the page. Removes what reaches the network past a
 * Content-Security-Policy, and what could get it back: other windows, and markup made by scripts.
 */

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
/** Members that make elements from text, or from other elements. */
const MARKUP: readonly string[] = [
  ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTML', 'setHTMLUnsafe'],
  ...['write', 'writeln', 'open', 'execCommand', 'createContextualFragment'],
  ...['cloneNode', 'importNode', 'cloneContents', 'extractContents'],
];
/** Elements with a window of their own, or that load, connect or lead away. */
const ELEMENTS: readonly string[] = [
  ...['iframe', 'frame', 'frameset', 'object', 'embed', 'fencedframe', 'portal'],
  ...['link', 'meta', 'base', 'script', 'area'],
];

function remove(names: readonly string[], from: object): void {
  for (let at: object | null = from; at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of names) Reflect.deleteProperty(at, name);
  }
}

function guard(name: 'createElement' | 'createElementNS', place: number): void {
  const create = Document.prototype[name];
  Object.defineProperty(Document.prototype, name, {
    value(this: Document, ...given: readonly unknown[]) {
      // A text now, so that the value cannot change between this check and its use.
      const args = given.map((each, i) => (i === place ? String(each) : each));
      const element = String(args[place]).toLowerCase().split(':').pop() ?? '';
      if (ELEMENTS.includes(element)) throw new TypeError(`${element}: not on this page`);
      return Reflect.apply(create, this, args);
    },
  });
}

/**
 * Ends a navigation that would leave the page. The page may be loaded again, and its own files may
 * be saved. These are blobs, whose scripts are under the same policy.
 */
function stay(event: Event): void {
  const page = location.href.replace(/#.*/, '');
  const url = String(Reflect.get(Reflect.get(event, 'destination'), 'url')).replace(/#.*/, '');
  if (url !== page && !url.startsWith('blob:')) event.preventDefault();
}

remove(WINDOW, window);
remove(NAVIGATOR, navigator);
for (const { prototype } of [Element, ShadowRoot, Document, Range]) remove(MARKUP, prototype);
remove(['parseHTML', 'parseHTMLUnsafe'], Document);
guard('createElement', 0);
guard('createElementNS', 1);
// Some engines lack it.
const navigation: unknown = Reflect.get(window, 'navigation');
if (navigation instanceof EventTarget) navigation.addEventListener('navigate', stay);
