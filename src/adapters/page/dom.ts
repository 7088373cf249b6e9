import * as preact from 'preact';
import * as hooks from 'preact/hooks';

/** What the views use of Preact. */
export const { render } = preact;
export const { useEffect, useLayoutEffect, useRef, useState } = hooks;
export type Child = preact.ComponentChildren;
