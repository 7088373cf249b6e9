import type { Client } from '../client.ts';
import type { FundsView, Payment } from '../engine/pay.ts';
import type { KeysView } from '../engine/view-keys.ts';
import { words } from '../words.ts';
import { Intake, type Taken } from './intake.tsx';
import { Notice, Title } from './parts.tsx';
import { PaymentForm } from './payment-form.tsx';

/** What is known and typed of a payment, while other screens are looked at. */
export type PayState = { readonly funds?: FundsView; readonly draft: Payment };

export const noPayment: PayState = {
  draft: { payees: [{ address: '', amount: '', paysFee: false }], feeRate: '', coins: [] },
};

type Props = {
  readonly engine: Client;
  readonly keys: KeysView | undefined;
  readonly state: PayState;
  readonly setState: (state: PayState) => void;
  /** A PSBT lies where something to sign is carried in. */
  readonly onMade: () => void;
};

/** A payment from what a snapshot knows: made here, then reviewed and signed as any other. */
export function Pay({ engine, keys, state, setState, onMade }: Props) {
  const { funds, draft } = state;
  const onTaken = async ({ kind, words: what }: Taken) => {
    if (kind !== 'binary') return words.pay.wrongKind(what);
    setState({ draft, funds: await engine.openSnapshot() });
    return undefined;
  };
  return (
    <>
      <Title>{words.pay.title}</Title>
      <p class="lead">{words.pay.lead}</p>
      {keys === undefined ? <Notice tone="note">{words.pay.needsKeys}</Notice> : null}
      {keys === undefined || funds !== undefined ? null : (
        <section class="card">
          <h2>{words.pay.snapshot}</h2>
          <p>{words.pay.snapshotHelp}</p>
          <Intake engine={engine} id="pay" onTaken={onTaken} />
        </section>
      )}
      {keys === undefined || funds === undefined ? null : (
        <>
          <Funds funds={funds} />
          <PaymentForm
            engine={engine}
            coins={funds.coins}
            estimate={funds.feeRate}
            draft={draft}
            setDraft={(next) => setState({ funds, draft: next })}
            onMade={onMade}
          />
        </>
      )}
    </>
  );
}

function Funds({ funds }: { readonly funds: FundsView }) {
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{words.pay.balance}</dt>
          <dd class="big">{funds.balance} BTC</dd>
        </div>
        <div>
          <dt>{words.pay.known}</dt>
          <dd>{words.pay.block(funds.height, funds.time)}</dd>
        </div>
      </dl>
      {funds.notes.map((note) => (
        <Notice key={note} tone="warn">
          {note}
        </Notice>
      ))}
    </>
  );
}
