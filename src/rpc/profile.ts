import type { Selection } from '../mining/assemble.ts';
import type { Profile } from './context.ts';

/** The points in which the two profiles differ. No other code asks for the profile by name. */
export type ProfileRules = {
  /**
   * `createrawtransaction`: what an omitted `replaceable` means. Core leaves it unset: as true, but
   * never in conflict.
   */
  readonly replaceable: boolean | undefined;
  /** Arrays and objects may come as JSON text in a string. */
  readonly jsonTextArguments: boolean;
  /** A taproot output is signed when a supplied key becomes its key by BIP86's tweak. */
  readonly bip86Keys: boolean;
  /** `prevtxs[].desc` and `prevtxs[].preimages` are read. Core passes over them. */
  readonly describedPrevtxs: boolean;
  /**
   * `prevtxs[].hex`, the transaction that made the coin, is read as proof, and two entries may not
   * give one coin two amounts. Core passes over the first and takes the last.
   */
  readonly provesPrevtxs: boolean;
  /** `converttopsbt` takes a PSBT too, and changes its version. */
  readonly convertsPsbts: boolean;
  /**
   * `combinepsbt` and `joinpsbts` take both versions, and answer in that of the first. Core: one
   * version, and version 0.
   */
  readonly mixesPsbtVersions: boolean;
  /**
   * `descriptorprocesspsbt` remembers its secret nonces of MuSig2, so that both rounds can go
   * through it. Core adds public ones, and forgets the secret.
   */
  readonly keepsDescriptorNonces: boolean;
  /**
   * Arguments and options that Core does not have are taken. Core counts them as too many, or as
   * unknown.
   */
  readonly argumentsBeyondCore: boolean;
  /**
   * Nothing is signed or funded whose fee is absurd, unless it is allowed; results carry `warnings`
   * about fees and coins.
   */
  readonly limitsFees: boolean;
  /**
   * Only verified signatures are used from the answer of `-signer`'s command. Core accepts the PSBT
   * as it is, even one of another transaction.
   */
  readonly verifiesSigner: boolean;
  /**
   * PSBTs are read whose silent payments have no script yet (BIP375). Core asks for every script.
   */
  readonly readsSilentPayments: boolean;
  /** `review` is a method, and what is signed can be bound to a review. */
  readonly reviews: boolean;
  /**
   * Funding takes an input of taproot or miniscript for as large as the path makes it that the
   * wallet's keys can take, and where they open none but with locks, makes sequences and lock time
   * open it. Core: the key path, and the largest way.
   */
  readonly sizesPaths: boolean;
  /**
   * `send`: whether `include_watching` decides if watch-only coins are used. In Core it has no
   * effect.
   */
  readonly includeWatchingMatters: boolean;
  /** `getwalletinfo`: how wallets are kept. Core names its database. */
  readonly walletFormat: 'coldsign' | 'sqlite';
  /**
   * Errors include what to do about them in `data.hint`, and `getbalances` has `warnings` about
   * coins that the outbox holds back.
   */
  readonly hints: boolean;
  /**
   * `getwalletinfo`: who has signed the snapshot that the wallet goes by. Core knows no snapshots
   * of wallets.
   */
  readonly tellsSnapshot: boolean;
  /**
   * Private keys, seed words and passphrases that an error would repeat are `[redacted]`. Names,
   * labels and comments that contain them are refused.
   */
  readonly redactsSecrets: boolean;
  /**
   * The command line prints characters that are not seen, or that a terminal obeys, as `\uXXXX`: in
   * JSON the same value.
   */
  readonly escapesUnseen: boolean;
  /** `getwalletinfo`: whether an encrypted wallet was checked with its passphrase. */
  readonly tellsAuthentication: boolean;
  /**
   * `createwallet`: whether it says that the clock is far ahead of the chain, when the wallet's
   * birth is taken from it.
   */
  readonly warnsOfClock: boolean;
  /** `setlabel`: whether an encrypted wallet has to be unlocked. Labels say whose an address is. */
  readonly labelsNeedPassphrase: boolean;
  /**
   * Messages are signed and verified for every script (BIP322, BIP137), not for the addresses of
   * key hashes alone.
   */
  readonly messagesByScript: boolean;
  /**
   * `removeprunedfunds` does what it says. Core refuses it, unless it was started with
   * -deprecatedrpc.
   */
  readonly removesTransactions: boolean;
  /**
   * `testmempoolaccept` judges by what is known here where there is no node, and says so. Core is a
   * node.
   */
  readonly judgesAcceptance: boolean;
  /**
   * `getnetworkinfo`, `getpeerinfo` and `getblockchaininfo` answer where there is no node. The
   * objects say so (`offline`). Core is a node: with `core` they fail there.
   */
  readonly describesOffline: boolean;
  /** `getblocktemplate`: which transactions fill a block that is too small for all. */
  readonly selection: Selection;
};

const profiles: { readonly [P in Profile]: ProfileRules } = {
  default: {
    replaceable: false,
    jsonTextArguments: true,
    bip86Keys: true,
    convertsPsbts: true,
    mixesPsbtVersions: true,
    keepsDescriptorNonces: true,
    describedPrevtxs: true,
    provesPrevtxs: true,
    argumentsBeyondCore: true,
    limitsFees: true,
    verifiesSigner: true,
    readsSilentPayments: true,
    reviews: true,
    sizesPaths: true,
    includeWatchingMatters: true,
    walletFormat: 'coldsign',
    hints: true,
    tellsSnapshot: true,
    redactsSecrets: true,
    escapesUnseen: true,
    tellsAuthentication: true,
    warnsOfClock: true,
    labelsNeedPassphrase: true,
    messagesByScript: true,
    removesTransactions: true,
    judgesAcceptance: true,
    describesOffline: true,
    selection: 'best',
  },
  core: {
    replaceable: undefined,
    jsonTextArguments: false,
    bip86Keys: false,
    convertsPsbts: false,
    mixesPsbtVersions: false,
    keepsDescriptorNonces: false,
    describedPrevtxs: false,
    provesPrevtxs: false,
    argumentsBeyondCore: false,
    limitsFees: false,
    verifiesSigner: false,
    readsSilentPayments: false,
    reviews: false,
    sizesPaths: false,
    includeWatchingMatters: false,
    walletFormat: 'sqlite',
    hints: false,
    tellsSnapshot: false,
    redactsSecrets: false,
    escapesUnseen: false,
    tellsAuthentication: false,
    warnsOfClock: false,
    labelsNeedPassphrase: false,
    messagesByScript: false,
    removesTransactions: false,
    judgesAcceptance: false,
    describesOffline: false,
    selection: 'core',
  },
};

export function profileRules(profile: Profile): ProfileRules {
  return profiles[profile];
}

/** Returns the rules for funding. `takesPath`: the option `path` is accepted. */
export function fundingRules(profile: Profile): Pick<
  ProfileRules,
  'includeWatchingMatters' | 'limitsFees' | 'sizesPaths'
> & {
  readonly takesPath: boolean;
} {
  const { includeWatchingMatters, limitsFees, sizesPaths, ...rules } = profileRules(profile);
  return { includeWatchingMatters, limitsFees, sizesPaths, takesPath: rules.argumentsBeyondCore };
}
