import type { Selection } from '../mining/assemble.ts';
import type { Profile } from './context.ts';

/** The points in which the two profiles differ. No other code checks the profile by name. */
export type ProfileRules = {
  /**
   * `createrawtransaction`: the meaning of an omitted `replaceable`. In Core it counts as true, but
   * never conflicts.
   */
  readonly replaceable: boolean | undefined;
  /** Arrays and objects may be given as JSON text in a string. */
  readonly jsonTextArguments: boolean;
  /** A taproot output is signed if the BIP86 tweak of a given key is its output key. */
  readonly bip86Keys: boolean;
  /** `prevtxs[].desc` and `prevtxs[].preimages` are read. Core ignores them. */
  readonly describedPrevtxs: boolean;
  /**
   * `prevtxs[].hex`, the transaction that created the coin, is read as proof, and two entries must
   * not give different amounts for one coin. Core ignores the former and takes the last entry.
   */
  readonly provesPrevtxs: boolean;
  /** `converttopsbt` also accepts a PSBT, and changes its version. */
  readonly convertsPsbts: boolean;
  /**
   * `combinepsbt` and `joinpsbts` accept both versions, and return that of the first. Core: one
   * version, and version 0.
   */
  readonly mixesPsbtVersions: boolean;
  /**
   * `descriptorprocesspsbt` stores its secret MuSig2 nonces, so that it can make both rounds. Core
   * adds public nonces, and forgets the secret ones.
   */
  readonly keepsDescriptorNonces: boolean;
  /**
   * `descriptorprocesspsbt` and `utxoupdatepsbt` use descriptors only where they have a script of
   * the PSBT, and add MuSig2 groups only to inputs and outputs with a key of theirs. Core adds
   * every group of the complete range to each taproot input and output.
   */
  readonly addsOwnGroupsOnly: boolean;
  /**
   * Signing and finalizing keep both the claimed output and the previous transaction of an input if
   * they contradict each other. Core replaces the claim, and drops previous transactions of taproot
   * inputs, so that the contradiction is no longer seen.
   */
  readonly keepsContradictions: boolean;
  /**
   * Arguments and options that Core does not have are accepted. Core counts them as too many, or as
   * unknown.
   */
  readonly argumentsBeyondCore: boolean;
  /**
   * Transactions with absurd fees are neither signed nor funded, unless allowed. Results have
   * `warnings` about fees and coins.
   */
  readonly limitsFees: boolean;
  /**
   * Only verified signatures are used from the answer of `-signer`'s command. Core accepts the PSBT
   * as it is, even one of another transaction.
   */
  readonly verifiesSigner: boolean;
  /**
   * PSBTs may contain silent payments whose scripts are not computed yet (BIP375). Core requires
   * every script.
   */
  readonly readsSilentPayments: boolean;
  /** `review` is a method, and signing can be bound to a review. */
  readonly reviews: boolean;
  /**
   * Funding sizes an input of taproot or miniscript by the path that the wallet's keys can take. If
   * all such paths have locks, it sets sequences and lock time to meet them. It also counts every
   * byte that pushes a redeem script. Core: the key path, or the largest path, and one byte.
   */
  readonly sizesPaths: boolean;
  /** `send`: `include_watching` decides if watch-only coins are used. In Core it has no effect. */
  readonly includeWatchingMatters: boolean;
  /** `getwalletinfo`: how wallets are stored. Core names its database. */
  readonly walletFormat: 'coldsign' | 'sqlite';
  /**
   * Errors have advice in `data.hint`, and `getbalances` has `warnings` about coins that the outbox
   * holds back.
   */
  readonly hints: boolean;
  /**
   * `getwalletinfo`: who signed the snapshot that the wallet is synced with. Core has no snapshots
   * of wallets.
   */
  readonly tellsSnapshot: boolean;
  /**
   * Private keys, seed words and passphrases are `[redacted]` in errors. Names, labels and comments
   * that contain them are rejected.
   */
  readonly redactsSecrets: boolean;
  /**
   * The command line prints invisible characters and control characters as `\uXXXX`, which is the
   * same value in JSON.
   */
  readonly escapesUnseen: boolean;
  /**
   * The command line ends lines of standard input at LF or CR LF, and refuses other CR and bytes
   * that are not UTF-8. bitcoin-cli keeps a CR, and its node cannot parse such bytes.
   */
  readonly readsTextFiles: boolean;
  /**
   * A line of the config file that gives a switch a word, chooses the chain below a section, or
   * misspells an option is an error. Core ignores or misreads it, and uses the main chain.
   */
  readonly refusesConfigSlips: boolean;
  /** `getwalletinfo`: whether an encrypted wallet was checked with its passphrase. */
  readonly tellsAuthentication: boolean;
  /**
   * `createwallet`: warns that the clock, which sets the wallet's birth time, is far ahead of the
   * chain.
   */
  readonly warnsOfClock: boolean;
  /** `setlabel`: an encrypted wallet must be unlocked, because labels say whose address it is. */
  readonly labelsNeedPassphrase: boolean;
  /**
   * Messages are signed and verified for every script (BIP322, BIP137). Core: only for addresses of
   * key hashes.
   */
  readonly messagesByScript: boolean;
  /** `removeprunedfunds` is available. Core rejects it unless started with -deprecatedrpc. */
  readonly removesTransactions: boolean;
  /**
   * `testmempoolaccept` without a node judges by what is known here, and says so. Core is a node.
   */
  readonly judgesAcceptance: boolean;
  /**
   * `getnetworkinfo`, `getpeerinfo` and `getblockchaininfo` also answer without a node, which the
   * objects state (`offline`). Core is a node, so with `core` they fail.
   */
  readonly describesOffline: boolean;
  /** `getblocktemplate`: which transactions fill a block that has no room for all. */
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
    addsOwnGroupsOnly: true,
    keepsContradictions: true,
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
    readsTextFiles: true,
    refusesConfigSlips: true,
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
    addsOwnGroupsOnly: false,
    keepsContradictions: false,
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
    readsTextFiles: false,
    refusesConfigSlips: false,
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

/** Returns the rules for funding. */
export function fundingRules(
  profile: Profile,
): Pick<
  ProfileRules,
  'argumentsBeyondCore' | 'includeWatchingMatters' | 'limitsFees' | 'sizesPaths'
> {
  const rules = profileRules(profile);
  const { argumentsBeyondCore, includeWatchingMatters, limitsFees, sizesPaths } = rules;
  return { argumentsBeyondCore, includeWatchingMatters, limitsFees, sizesPaths };
}
