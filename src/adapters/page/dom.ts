import * as preact from 'preact';
import * as hooks from 'preact/hooks';

/** The functions of Preact that the views use. */
export const { createElement, render } = preact;
export const { useEffect, useLayoutEffect, useRef, useState } = hooks;
export type Child = preact.ComponentChildren;
