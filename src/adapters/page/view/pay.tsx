import { useEngine } from '../client.ts';
import { useEffect, useRef } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import type { FundsView } from '../worker/funds.ts';
import type { Payment } from '../worker/payment-outputs.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { Intake, type Taken } from './intake.tsx';
import { Btc } from './money.tsx';
import { ended, Fold, NeedsKeys, Notice, Title } from './parts.tsx';
import { everything, PaymentForm } from './payment-form.tsx';

/** Funds and draft of a payment, kept while other screens are in view. */
export type PayState = { readonly funds?: FundsView; readonly draft: Payment };

export const noPayment: PayState = {
  draft: { payees: [{ address: '', amount: '', paysFee: false }], feeRate: '', coins: [] },
};

type Props = {
  readonly onUnlock: () => void;
  readonly keys: KeysView | undefined;
  readonly state: PayState;
  readonly setState: (state: PayState) => void;
  /** Called once the PSBT is open for review. */
  readonly onMade: () => void;
  /** Empties a key: everything goes to one address. */
  readonly isSweep: boolean;
};

/** Makes a payment from a snapshot or known coins. It is reviewed and signed like any other. */
export function Pay({ keys, state, setState, onMade, onUnlock, isSweep }: Props) {
  const engine = useEngine();
  const { funds, draft } = state;
  // The way to open a snapshot, which had the focus, disappears.
  const isOpened = useRef(false);
  useEffect(() => {
    if (!isOpened.current) return;
    isOpened.current = false;
    document.querySelector('h1')?.focus();
  }, [funds]);
  const shown = isSweep && funds !== undefined ? everything(draft, funds.balance) : draft;
  const onTaken = async ({ kind, words: what }: Taken) => {
    if (!['binary', 'transaction', 'json', 'address'].includes(kind)) {
      return strings.pay.wrongKind(engineText(what));
    }
    const opened = await (kind === 'binary' ? engine.openSnapshot() : engine.openPaid());
    setState({ draft: isSweep ? everything(draft, opened.balance) : draft, funds: opened });
    isOpened.current = true;
    return undefined;
  };
  const texts = isSweep ? strings.sweep : strings.pay;
  return (
    <>
      <Title>{texts.title}</Title>
      <p class="lead">{texts.lead}</p>
      {keys === undefined ? <NeedsKeys onUnlock={onUnlock} /> : null}
      {keys === undefined || funds !== undefined ? null : (
        <AskCoins isSweep={isSweep} onTaken={onTaken} />
      )}
      {keys === undefined || funds === undefined ? null : (
        <>
          <Funds funds={funds} />
          <PaymentForm
            coins={funds.coins}
            balance={funds.balance}
            estimate={funds.feeRate}
            draft={shown}
            setDraft={(next) => setState({ funds, draft: next })}
            onMade={onMade}
            isSweep={isSweep}
          />
          {funds.block === undefined ? (
            <details open={Number(funds.balance) === 0}>
              <summary>{strings.pay.more}</summary>
              <section class="card" aria-label={strings.pay.more}>
                <p>{isSweep ? texts.snapshotHelp : strings.pay.otherHelp}</p>
                <Intake id="pay" onTaken={onTaken} />
                <HowToList />
              </section>
            </details>
          ) : null}
        </>
      )}
    </>
  );
}

type AskProps = Pick<Props, 'isSweep'> & {
  readonly onTaken: (taken: Taken) => Promise<string | undefined>;
};

/** Asks for a snapshot, or for transactions and addresses. */
function AskCoins({ isSweep, onTaken }: AskProps) {
  const { pay, sweep } = strings;
  const texts = isSweep ? sweep : pay;
  return (
    <>
      <section class="card">
        <h2>{texts.snapshot}</h2>
        <p>{texts.snapshotHelp}</p>
        <Intake id="pay" onTaken={onTaken} isMain />
        {isSweep ? (
          <HowToList />
        ) : (
          <details>
            <summary>{pay.how}</summary>
            <p>{pay.howText}</p>
          </details>
        )}
      </section>
      {isSweep ? null : (
        <Fold title={pay.other}>
          <p>{pay.otherHelp}</p>
          <Intake id="pay-coins" onTaken={onTaken} />
          <HowToList />
        </Fold>
      )}
    </>
  );
}

/** Says where lists of coins come from. */
const HowToList = () => (
  <details>
    <summary>{strings.pay.list}</summary>
    <p>{strings.pay.listText}</p>
  </details>
);

function Funds({ funds }: { readonly funds: FundsView }) {
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{strings.pay.balance}</dt>
          <dd class="big">
            <Btc text={`${funds.balance} BTC`} />
          </dd>
        </div>
        {funds.block === undefined ? null : (
          <div>
            <dt>{strings.pay.known}</dt>
            <dd>{strings.pay.block(funds.block.height, funds.block.time)}</dd>
          </div>
        )}
      </dl>
      {funds.notes.length === 0 ? null : (
        <Notice tone="warn">{funds.notes.map((note) => ended(engineText(note))).join('\n')}</Notice>
      )}
    </>
  );
}
