/** Run in a page, as text: names that reach the network and are there all the same. */
export function removed(): string[] {
  const names = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection'];
  names.push('RTCDataChannel', 'RTCIceTransport', 'WebTransport', 'WebSocket', 'WebSocketStream');
  names.push('EventSource', 'XMLHttpRequest', 'fetch', 'fetchLater', 'open', 'SharedWorker');
  names.push('DOMParser', 'XSLTProcessor', 'PaymentRequest');
  const found = names.filter((name) => name in window);
  found.push(...Object.getOwnPropertyNames(window).filter((name) => name.includes('RTC')));
  return [
    ...found,
    ...['sendBeacon', 'serviceWorker', 'credentials', 'runAdAuction'].filter((n) => n in navigator),
    ...['write', 'writeln', 'open', 'execCommand'].filter((name) => name in document),
    ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe'].filter(
      (name) => name in document.body,
    ),
  ];
}

/** Run in a page, as text: the ways to a window or an element that should not be had, and are. */
export function reaches(): string[] {
  const XHTML = 'http://www.w3.org/1999/xhtml';
  const host = document.body;
  const twice = (first: string, then: string) => {
    let asked = 0;
    return { toString: () => (asked++ === 0 ? first : then) } as unknown as string;
  };
  const other = document.implementation.createHTMLDocument('');
  const attempts: Record<string, () => Node | null | undefined> = {
    frame: () => document.createElement('iframe'),
    capitals: () => document.createElement('IFrame'),
    namespace: () => document.createElementNS(XHTML, 'iframe'),
    prefix: () => document.createElementNS(XHTML, 'x:iframe'),
    twice: () => document.createElement(twice('p', 'iframe')),
    otherDocument: () => other.createElement('iframe'),
    prototype: () => Document.prototype.createElement.call(document, 'object'),
    embed: () => document.createElement('embed'),
    link: () => document.createElement('link'),
    meta: () => document.createElement('meta'),
    base: () => document.createElement('base'),
    script: () => document.createElement('script'),
    clone: () => document.querySelector('meta')?.cloneNode(),
    imported: () => {
      const script = document.querySelector('script');
      return script && document.importNode(script);
    },
    markup: () => {
      const template = document.createElement('template');
      template.innerHTML = '<iframe></iframe>';
      return template.content.firstChild;
    },
    contents: () => {
      const range = document.createRange();
      range.selectNodeContents(document.head);
      return range.cloneContents().querySelector('script');
    },
    range: () => document.createRange().createContextualFragment('<iframe></iframe>').firstChild,
    parser: () => new DOMParser().parseFromString('<iframe></iframe>', 'text/html').body.firstChild,
  };
  const found = Object.entries(attempts).flatMap(([name, run]) => {
    try {
      const node = run();
      if (node) host.append(node);
      return node && node.nodeName !== 'P' ? [name] : [];
    } catch {
      // Refused, as it should be.
      return [];
    }
  });
  return window.length > 0 ? [...found, `${window.length} windows`] : found;
}
