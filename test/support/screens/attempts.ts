/** Runs in a page, as text: lists names that reach the network and still exist. */
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

/** Runs in a page, as text: lists ways to a forbidden window or element that still work. */
export function reaches(): string[] {
  const XHTML = 'http://www.w3.org/1999/xhtml';
  const host = document.body;
  const twice = (first: string, then: string) => {
    let asked = 0;
    return { toString: () => (asked++ === 0 ? first : then) } as unknown as string;
  };
  const replacing = <T>(owner: object, name: string, value: unknown, run: () => T): T => {
    const old: unknown = Reflect.get(owner, name);
    Reflect.set(owner, name, value);
    try {
      return run();
    } finally {
      Reflect.set(owner, name, old);
    }
  };
  const attempts: Record<string, () => Node | null | undefined> = {
    frame: () => document.createElement('iframe'),
    capitals: () => document.createElement('IFrame'),
    namespace: () => document.createElementNS(XHTML, 'iframe'),
    prefix: () => document.createElementNS(XHTML, 'x:iframe'),
    twice: () => document.createElement(twice('p', 'iframe')),
    otherDocument: () => document.implementation.createHTMLDocument('').createElement('iframe'),
    bareDocument: () => new Document().createElementNS(XHTML, 'iframe'),
    prototype: () => Document.prototype.createElement.call(document, 'object'),
    embed: () => document.createElement('embed'),
    stylesheet: () => document.createElement('link'),
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
    ownFrame: () => {
      class Frame extends HTMLIFrameElement {}
      customElements.define('own-frame', Frame, { extends: 'iframe' });
      return new Frame();
    },
    scopedFrame: () => {
      class Frame extends HTMLIFrameElement {}
      const registry = Reflect.get(document, 'customElementRegistry') as CustomElementRegistry;
      registry.define('scoped-frame', Frame, { extends: 'iframe' });
      return new Frame();
    },
    newDocument: () =>
      document.implementation.createDocument(XHTML, 'iframe', null).documentElement,
    link: () => document.createElement('a'),
    drawnLink: () => document.createElementNS('http://www.w3.org/2000/svg', 'a'),
    formula: () => document.createElementNS('http://www.w3.org/1998/Math/MathML', 'mi'),
    shownLink: () => document.querySelector('a'),
    replacedCheck: () =>
      replacing(
        Array.prototype,
        'includes',
        () => false,
        () => document.createElement('iframe'),
      ),
    replacedText: () =>
      replacing(
        window,
        'String',
        () => 'p',
        () => document.createElement('iframe'),
      ),
    replacedCall: () => {
      let create: unknown;
      const keep = (...args: readonly unknown[]) => {
        create = args[0];
        return document.body;
      };
      replacing(Reflect, 'apply', keep, () => document.createElement('p'));
      return typeof create === 'function' ? create.call(document, 'iframe') : undefined;
    },
    parser: () => new DOMParser().parseFromString('<iframe></iframe>', 'text/html').body.firstChild,
  };
  const found = Object.entries(attempts).flatMap(([name, run]) => {
    try {
      const node = run();
      if (node) host.append(node);
      return node && node.nodeName !== 'P' ? [name] : [];
    } catch {
      // It is rejected, as it should be.
      return [];
    }
  });
  return window.length > 0 ? [...found, `${window.length} windows`] : found;
}

/**
 * Runs in a page, as text: saves a file by the page's function, and lists the elements that a
 * script can reach by the events of it.
 */
export async function savingLinks(): Promise<string[]> {
  const first = Reflect.get(window, 'first') as { saveFile(url: string, name: string): void };
  const navigation: unknown = Reflect.get(window, 'navigation');
  const found: string[] = [];
  const hear = (event: Event) => {
    for (const name of ['target', 'sourceElement', 'srcElement', 'currentTarget']) {
      const value: unknown = Reflect.get(event, name);
      if (value instanceof Element) found.push(`${event.type} ${name}: ${value.localName}`);
    }
  };
  if (navigation instanceof EventTarget) navigation.addEventListener('navigate', hear);
  for (const type of ['click', 'auxclick', 'DOMActivate', 'focusin'])
    window.addEventListener(type, hear, true);
  first.saveFile(URL.createObjectURL(new Blob(['saved'])), 'saved.txt');
  await new Promise((done) => setTimeout(done, 500));
  return found;
}

/** Runs in a page, as text: tries to navigate to `to`, also with replaced functions. */
export function leave(to: string): void {
  const page = location.href;
  const attempts: readonly (() => void)[] = [
    () => {
      const link = document.createElement('a');
      link.href = `${to}/link`;
      document.body.append(link);
      link.click();
    },
    () => {
      const link = document.createElement('a');
      Object.assign(link, { href: `${to}/blank`, target: '_blank' });
      link.click();
    },
    () => {
      const form = document.createElement('form');
      Object.assign<object, object>(form, { action: `${to}/form`, target: '_blank' });
      document.body.append(form);
      form.submit();
    },
    () => {
      const form = document.createElement('form');
      const button = document.createElement('button');
      Object.assign<object, object>(form, { action: `${to}/button`, target: '_blank' });
      form.append(button);
      document.body.append(form);
      button.click();
    },
    () => {
      const form = document.createElement('form');
      const button = document.createElement('button');
      Object.assign<object, object>(form, { action: `${to}/shadow`, target: '_blank' });
      form.append(button);
      const host = document.createElement('div');
      document.body.append(host);
      host.attachShadow({ mode: 'closed' }).append(form);
      button.click();
    },
    () => {
      location.href = `${to}/location`;
    },
    () => location.assign(`${to}/assign`),
    () => {
      const refresh = `<meta http-equiv="refresh" content="0;url=${to}/refresh">`;
      location.href = URL.createObjectURL(new Blob([refresh], { type: 'text/html' }));
    },
    () => {
      Reflect.set(Reflect, 'get', () => page);
      location.href = `${to}/reflect`;
    },
    () => {
      Reflect.set(String.prototype, 'startsWith', () => true);
      location.href = `${to}/text`;
    },
    () => {
      Reflect.set(Event.prototype, 'preventDefault', () => undefined);
      location.href = `${to}/event`;
    },
    () => {
      const destination: unknown = Reflect.get(window, 'NavigationDestination');
      if (typeof destination === 'function')
        Object.defineProperty(destination.prototype, 'url', { get: () => page });
      location.href = `${to}/destination`;
    },
  ];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch {
      // It is rejected, as it should be.
    }
  }
}
