import * as preact from 'preact';
import * as hooks from 'preact/hooks';

/** The functions of Preact that the views use. */
export const { createContext, createElement, render } = preact;
export const { useContext, useEffect, useLayoutEffect, useRef, useState } = hooks;
export type Child = preact.ComponentChildren;
/** Attributes of elements that keep their own role. */
export type Attributes = {
  readonly input: Omit<preact.LooseInputHTMLAttributes<HTMLInputElement>, 'role' | 'type'>;
  readonly button: preact.ButtonHTMLAttributes;
  readonly form: preact.FormHTMLAttributes;
};
