import { vi } from 'vitest';

// Checks every answer of our methods in every test against its declaration, like Core's
// -rpcdoccheck. The engine is loaded only when a method has run, so that tests can replace its
// modules before.
vi.mock('../../../src/rpc/execute.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/rpc/execute.ts')>();
  const runMethod: typeof original.runMethod = async (method, params, context) => {
    const answer = await original.runMethod(method, params, context);
    const { faultOf } = await import('./declared.ts');
    const fault = faultOf(method, answer);
    if (fault !== undefined) throw new Error(`not as declared: ${fault}`);
    return answer;
  };
  return { ...original, runMethod };
});
