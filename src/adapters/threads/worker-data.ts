/** Start data of a thread that signs and verifies for a `CurvePool`. */
export type CurveWorkerData = { readonly role: 'coldsign-curve' };

/** Start data of a thread that reads a picture. */
export type PictureWorkerData = {
  readonly role: 'coldsign-picture';
  readonly bytes: Uint8Array<ArrayBuffer>;
};

type WorkerData = CurveWorkerData | PictureWorkerData;

/** Returns true if a thread was started for this role. */
export const hasRole = <R extends WorkerData['role']>(
  data: unknown,
  role: R,
): data is Extract<WorkerData, { role: R }> =>
  typeof data === 'object' && data !== null && 'role' in data && data.role === role;
