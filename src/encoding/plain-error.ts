/**
 * An error that keeps its members wherever it goes. Of a real error a structured clone
 * (`postMessage`, IndexedDB, Electron) keeps name and message alone, and `JSON.stringify` nothing:
 * this one is `instanceof Error` and has a stack, and is copied like any other object.
 */
export class PlainError implements Error {
  /** Of its class. */
  readonly name: string;
  /** A sentence for people. */
  readonly message: string;
  /** Where it was thrown; as text, where the engine gives one. */
  declare readonly stack?: string;

  constructor(name: string, message: string) {
    this.name = name;
    this.message = message;
    const stack = new Error(message).stack?.replace(/^Error/, () => name);
    Object.defineProperty(this, 'stack', { value: stack, configurable: true, writable: true });
  }

  static {
    Object.setPrototypeOf(PlainError.prototype, Error.prototype);
  }
}
