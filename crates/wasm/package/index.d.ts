/**
 * A model of Apache HBase as a value, in steps: open a session, write and read, step clients through their round trips,
 * look at regions and cells, and ask for every order in which clients can go on.
 *
 * Nothing here has a clock or is random: the same calls lead to the same state, everywhere.
 *
 * @packageDocumentation
 */

declare global {
  interface SymbolConstructor {
    // The libraries of TypeScript have it from `esnext.disposable` on, as exactly this.
    readonly dispose: unique symbol;
  }
}

/** Bytes of a row key, a qualifier or a value: a text stands for its UTF-8, a whole number for eight bytes, the highest first. */
export type Bytes = string | Uint8Array | number | bigint;

/** A column: `'family:qualifier'`, or both apart where the qualifier is no text. */
export type Column = string | { family: string; qualifier?: Bytes };

/** The letter of a client. One that is not there yet comes when it is first named. */
export type Client = 'A' | 'B' | 'C' | 'D';

/** What one step is: a whole operation, a round trip, or an event such as a cell that a scanner looked at. */
export type Grain = 'operation' | 'rpc' | 'cell';

/** How row keys are printed: by the fields they are made of, as HBase prints bytes, or in hexadecimal digits. */
export type Notation = 'fields' | 'binary' | 'hex';

/** Where the WebAssembly comes from: a module, its bytes, an answer of a server, an address, or a promise of one of these. */
export type Source = WebAssembly.Module | BufferSource | Response | URL | string;

/** Where the engine is loaded from, if not from beside this file. */
export interface Sources {
  /** The file `splitpoint.wasm`. */
  module?: Source | Promise<Source>;
  /** Finds a file of the folder `part` by its name, such as `language.wasm`. It is asked when a part is first wanted. */
  part?: (name: string) => Source | Promise<Source>;
}

/**
 * Loads the engine. `open` does it as well; to call it first saves the wait there. Only the first call counts.
 *
 * @throws {SplitpointError} `NotLoaded`, whose `cause` says why. It may be called again.
 */
export function load(sources?: Sources): Promise<void>;

/** What a session begins with; of `link`, `lesson`, `file` and `script` only one is opened, the first that is given. */
export interface Opening extends Sources {
  /** An example: `comments`, `actions`, `pets`, `partitions`, or `empty`, which has two servers and no table. Default: `empty`. */
  start?: string;
  /** Lines for the HBase shell, played to their end on `start`; `client 'B'` changes who speaks. */
  script?: string;
  /** An address of the playground, or what stands behind its `#`. */
  link?: string;
  /**
   * The id of a lesson that comes with the playground, such as `prepend-race`, as it begins, or the text of one. A link says which
   * stop instead: `lesson=prepend-race&step=A%20plain%20put`.
   */
  lesson?: string;
  /** What `save()` wrote. */
  file?: string;
  /** Stops the opening of what takes long: its reason is thrown, as by `run`. */
  signal?: AbortSignal;
}

/**
 * Opens a session.
 *
 * @throws {SplitpointError} `LinkError` where a start, a link or a file cannot be opened.
 */
export function open(opening?: Opening): Promise<Session>;

/**
 * What is thrown where HBase throws, or something cannot be done. An argument that cannot be taken is a `TypeError` with the same `data`:
 * one of a wrong kind or out of its range, a text with a lone surrogate, which UTF-8 cannot hold, and an operation or a field that
 * nobody knows, whose `advice` lists those that there are. Only the reason of a signal is thrown as it is, without `data`.
 */
export interface SplitpointError extends Error {
  /**
   * HBase's class, such as `TableNotFoundException`. Ours are `Refusal` (something makes no sense), `LinkError`, `NotLoaded`
   * (a file of the engine, which may be asked for again), `Busy` (a script is at work in the session), `Disposed`, and `EngineStopped`,
   * after which nothing works until the program is loaded again.
   */
  name: string;
  /** What to do about it. Left out where the message says it already, as that of a damaged link does, and where there is nothing to do. */
  advice?: string;
  data: {
    /** The field of the operation or of the options that is to blame: `row`, `cells.0.value`. */
    field?: string | null;
    /** Whether HBase's client sends the same again by itself. */
    retryable?: boolean;
  };
}

/**
 * A session: a cluster with its clients, everything that was decided since the start, and a cursor among the steps.
 *
 * From a call of `run` until it is over, whatever would change the session or go to another moment throws `Busy`: `run`, `do`, `queue`,
 * `step`, `back`, `seek`, `mark`, `promise`, `release`, and to set `grain` or `background`. All that only looks can be called.
 */
export class Session {
  private constructor();

  /**
   * What is to be told of the opening: a command of a script that fails, a link that leads nowhere, a step that came out differently than
   * when it was kept.
   */
  readonly notes: string[];
  /** What one step is. Default: `rpc`. */
  grain: Grain;
  /**
   * Whether servers begin by themselves what they want at the cursor: flushes, compactions, splits. Examples begin with `true`.
   */
  background: boolean;

  /**
   * Types lines into a client's HBase shell and plays them to their end. What fails is printed, as the shell does.
   * The first call loads the language. Where the script asks for input, the next call answers.
   *
   * @throws {SplitpointError} where the script cannot be read as a whole; `Busy` where another one is at work. `TypeError` where it is no
   * text. `AbortError`, or the signal's reason, such as the `TimeoutError` of `AbortSignal.timeout`, where it is aborted; what was done stays.
   */
  run(text: string, options?: { client?: Client; signal?: AbortSignal }): Promise<Printed>;

  /**
   * Does an operation to its end.
   *
   * @throws {SplitpointError} what HBase refuses or throws, by HBase's name. `TypeError` where it is no operation.
   */
  do(operation: Operation, options?: { client?: Client }): Reply;

  /** Gives a client something to do without doing it, to be stepped or searched: an operation, or lines for the shell. */
  queue(work: Operation | string, options?: { client?: Client }): Promise<void>;

  /**
   * One step: of a client, of a job by its number, or without an actor of whoever is due. In the past, an actor's step
   * begins a branch; the old future stays. `null` where nobody can step.
   *
   * @throws {SplitpointError} `Refusal` where there is no such client. `TypeError` where it is neither a text nor a whole number.
   */
  step(actor?: Client | number): Moment | null;
  /** One step back; `null` at the beginning. */
  back(): Moment | null;
  /**
   * To a step, counted from 0 at the grain; beyond the end, to the end. A text other than `end` is the name of a marker.
   *
   * @throws {SplitpointError} `Refusal` where there is no such marker. `TypeError` where it is neither a text nor a whole number from 0;
   * `Infinity` is the end.
   */
  seek(position: number | 'end' | (string & {})): Moment;
  /** Names the place of the cursor, for `seek` and for links; an empty name takes its name away. `end` cannot be a name. */
  mark(name: string): Moment;
  /** The step at the cursor, in words, and where it is. */
  moment(): Moment;

  /**
   * All that is to be seen of the moment: tables, regions, cells, servers, clients, jobs.
   *
   * @throws {SplitpointError} `TableNotFoundException` where a table is named that is not there at this moment; so do `lines`,
   * `link` and `svg`.
   */
  view(look?: Look & { /** The first line, and the one behind the last. Default: `[0, 100]`. */ lines?: [number, number] }): View;
  /**
   * The lines of a table one after the other, each a cell. They are asked for as they are taken, and again after each change: what is
   * given is always as the cursor then has it, of the table it began with. Its place is a line number, behind that of the last line: where
   * lines come in before it, as many are given again, and where lines go, as many are passed over.
   *
   * @throws {SplitpointError} `Disposed` also while they are taken, and `TableNotFoundException` where the table is gone by then.
   */
  lines(look?: Look & { /** The first line. Default: 0. */ from?: number }): Generator<Line, void, undefined>;
  /** What the operation at the cursor has cost so far. */
  cost(): Cost;
  /** What the operation at the cursor brought back last; at most `rows` from each end, a whole number, by default 20. `null`: no row. */
  answer(options?: { rows?: number }): Answer | null;

  /**
   * Sets what must hold: it is judged after every step and in every order, and kept with the session. A text such as
   * `comments: acknowledged`, as the page and scripts write it. Without a table it is about the first.
   *
   * @throws `TypeError` where the text cannot be read.
   */
  promise(text: string, options?: { /** What it is called. */ name?: string }): Promise<void>;
  /** Takes a promise away. `false` where it was not set. */
  release(text: string): Promise<boolean>;
  /** What must hold, and how it stands at the cursor. */
  promises(): Promise<Promised[]>;

  /**
   * Searches every order in which clients and servers can go on from this moment: how it can end, in how many orders, and
   * a shortest one to each end. It works in slices, so that timers and messages have their turn.
   *
   * @throws `AbortError`, or the signal's reason, such as the `TimeoutError` of `AbortSignal.timeout`.
   */
  orders(search?: OrdersRequest): Promise<Orders>;

  /** What stands behind the `#` of a link to this moment. `null` of a session on somebody's file, which no link can hold. */
  link(look?: Look): Promise<string | null>;
  /** The moment as a picture, without fonts or scripts; words for who does not see it are in it. */
  svg(picture?: Picture): Promise<string>;
  /** Every step in a sentence, and then all rows. */
  transcript(): string;
  /** The session as text, for `open({ file })`. */
  save(): Promise<string>;
  /** Gives its memory back; it cannot be used any more. Calling it again does nothing. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** One thing to do: an object with one field, whose name says what. */
export type Operation =
  | { put: { table: string; row: Bytes; cells: Cell[] } }
  | { delete: { table: string; row: Bytes; /** Default: the whole row. */ cells?: Scope[] } }
  | {
      /** A put that is done only where a column of the row has a value; without a value, where there is no such cell. */
      checkAndPut: { table: string; row: Bytes; check: Column; value?: Bytes; cells: Cell[] };
    }
  | { get: { table: string; row: Bytes; /** Versions of a column. Default: 1. */ versions?: number } }
  | { scan: Range & { table: string; /** Rows at most. Default: all. */ limit?: number } }
  | {
      /** Reads the first key, subtracts one, and check-and-puts there until it succeeds. Keys are longs of eight bytes. */
      prepend: {
        table: string;
        /** The column that every row has: it must be absent at the new key. */
        check: Column;
        cells: Omit<Cell, 'time'>[];
        /** By a plain put instead, which overwrites. */
        blind?: boolean;
        /** The key of the first row of an empty table. Default: the largest long. */
        highest?: number | bigint;
      };
    }
  | {
      /** The first row; of keys that are salted over prefixes the smallest without its prefix, by a scan of one row each. */
      firstRow: {
        table: string;
        /** Over how many, at most 16. Default: 0, none. */
        prefixes?: number;
        /** A prefix is two digits and a hyphen (`03-`), not one byte. */
        digits?: boolean;
      };
    }
  | { lastRow: { table: string; by: 'fullScan' | 'reversed' | { constantKey: Bytes } | { /** Bytes of a key. */ bisection: number } } }
  | {
      pages: Range & {
        table: string;
        /** Rows of a page. Default: 20. */
        size?: number;
        /** Default: 3. */
        pages?: number;
        /** By skipping rows from the beginning, instead of by a cursor. */
        byOffset?: boolean;
        /** Cells of a Result; 0: whole rows. */
        batch?: number;
        /** A range of qualifiers; the end does not belong to it. */
        columns?: { from?: Bytes; to?: Bytes };
      };
    }
  | {
      /** Mutations over rows of one region, all or none. */
      transaction: {
        table: string;
        /** The row whose region gets the call. Default: that of the first mutation. */
        routingRow?: Bytes;
        mutations: Mutation[];
        /** All must hold; without a value, the cell must be absent. */
        conditions?: { row: Bytes; column: Column; value?: Bytes }[];
      };
    }
  | {
      /**
       * Mutations over rows of any regions in one call, as `Table.batch` does them. Each is written by itself: where one fails, the
       * others are written, and what the first failure was is thrown. Puts of one row that follow each other are one.
       */
      batch: { table: string; mutations: Mutation[] };
    }
  | {
      /** The same put or get many times, on keys that follow a rule. Each is an operation of its own. */
      repeat: {
        table: string;
        /** At most 100,000. */
        times: number;
        /** What is put, with a value of so many bytes, by default 20. Without it, rows are read. */
        put?: { column: Column; bytes?: number };
        /** The number of the first key; of random keys the least. Default: 0. */
        first?: number | bigint;
        /** How one number follows another. Default: `{ step: 1 }`. The same seed draws the same numbers. */
        walk?:
          | { step: number | bigint }
          | { random: { among: number; seed?: number } }
          | { /** Smaller ones more often, by Zipf's law. */ zipf: { among: number; seed?: number } }
          | 'time'
          | 'newestFirst';
        /** How a number becomes a key: eight bytes, four, or at least so many decimal digits. Default: `long`. */
        key?: 'long' | 'int' | { digits: number };
        /** Over how many prefixes keys are spread, at most 16. Default: 0, none. */
        prefixes?: number;
        /** How many are sent in a second of the clock, at most 1,000. Default: 0, each when the one before is answered. */
        rate?: number;
      };
    }
  | AdminOperation;

/** What an administrator asks for, or what happens to a cluster. */
export type AdminOperation =
  | { createTable: { table: string; families: { name: string; attributes?: [string, string][] }[]; attributes?: [string, string][]; splits?: Bytes[] } }
  | { /** Attributes that are not named stay. */ alterTable: { table: string; attributes: [string, string][] } }
  | { dropTable: { table: string } }
  | { flush: { table: string; /** A row of the region. Default: all regions. */ row?: Bytes } }
  | { compact: { table: string; row?: Bytes; major?: boolean } }
  | { split: { table: string; /** A row in the region. */ region?: Bytes; /** Default: where HBase would cut. */ at?: Bytes } }
  | { merge: { table: string; first: Bytes; second: Bytes } }
  | { move: { table: string; row: Bytes } }
  | { balance: Record<string, never> }
  | { crash: { /** Counted from 0. */ server: number } }
  /** The next answer to a client is lost on its way: it does not know what came of its call, and asks again. */
  | { loseAnswer: { /** Default: whose operation it is; of a search A. */ client?: Client } };

/** A cell that is put. */
export interface Cell {
  column: Column;
  value: Bytes;
  /** Milliseconds. Default: the server's time. */
  time?: number;
}

/** What is deleted, up to a time or at it. */
export type Scope =
  | { family: { family: string; time?: number } }
  | { versions: { column: Column; time?: number } }
  | { version: { column: Column; time?: number } };

export type Mutation =
  | { put: { row: Bytes; column: Column; value: Bytes } }
  | { delete: { row: Bytes; column: Column } }
  | { deleteRow: { row: Bytes } };

/** Which rows a scan reads. */
export interface Range {
  /** The first row, included. Default: the beginning; reversed, the end. */
  start?: Bytes;
  /** Where it ends, excluded. */
  stop?: Bytes;
  /** Rows descend; `start` is then the larger end. */
  reversed?: boolean;
  /** Rows of a call; 0: HBase's default. */
  caching?: number;
  /** A filter in HBase's filter language. */
  filter?: string;
}

/** What an operation came to. */
export interface Reply {
  /** Whether it came to its end; `false` where it waits for somebody else. */
  done: boolean;
  /** Whether its condition held; `null` where it had none. */
  success: boolean | null;
  /** The rows that came back; of a request that brought more than 2,000 the first and the last 1,000. For all of them ask for pages. */
  rows: Row[];
  /** How many rows came back in all. */
  rowsTotal: number;
  /** What came of each request, in order. */
  answers: Result[];
}

/** What a script came to. */
export interface Printed {
  /** What the shell printed. */
  text: string;
  /** Whether something failed. */
  failed: boolean;
  /** Whether the script asks for input, which the next `run` gives. */
  asks: boolean;
  /** What came of each command, in order. Of a very long script only of some. */
  answers: Result[];
}

/** What a request, a command or a job came to. */
export interface Result {
  client: Client | null;
  /** Of what: `get 18`. */
  title: string;
  /** In a word or two: `→ 3 cells`. */
  text: string;
  tone: Tone;
  success: boolean | null;
  /** What HBase threw. */
  error: { name: string; message: string; advice: string; retryable: boolean } | null;
  /** Of a very long answer the first and the last 1,000. */
  rows: Row[];
  rowsTotal: number;
  cellsTotal: number;
}

/** How something is to be taken: as it is, good, failed, look out. */
export type Tone = 'plain' | 'ok' | 'no' | 'warn';

/** A row that came back. */
export interface Row {
  key: Uint8Array;
  /** The key in the notation of its table. */
  text: string;
  cells: { column: string; /** Milliseconds. */ time: number | bigint; value: Uint8Array }[];
}

/** The step at the cursor. */
export interface Moment {
  /** Its sentence. */
  text: string;
  sentence: { client: Client | null; parts: { text: string; /** Whether it is a row key. */ key: boolean }[]; tone: Tone | null };
  timeline: Timeline;
}

/** Where the cursor is, in steps at the grain. */
export interface Timeline {
  grain: Grain;
  /** Steps before the cursor. */
  position: number;
  /** Steps of this branch. */
  total: number;
  /** Steps at which operations begin, at most 400. */
  ticks: number[];
  markers: [number, string][];
  canNext: boolean;
  canBack: boolean;
  /** What the next step would be; empty where there is none. */
  next: string;
  /** Where two clients made the last two steps: who would come first if these traded places. */
  reorder: string | null;
  branches: { title: string; name: string; fork: number; total: number; parent: number | null }[];
  branch: number;
}

/** Which table is looked at, and how. */
export interface Look {
  /** One that is there at this moment. Default: the first of the start that is still there, else the first by name. */
  table?: string;
  /** Leaves out older versions, deleted cells and markers. `view` and pictures leave none out in a table of more than 20,000
   * cells; each says there what hides it (`hidden`). `lines` always leaves them out. */
  visible?: boolean;
  /** Default: `fields`. */
  notation?: Notation;
}

export interface Picture extends Look {
  /** About how many lines are drawn of a longer table. Default: 28. */
  lines?: number;
  /** Pixels across, 360 to 2,400. Default: 840. */
  width?: number;
  /** Default: `light`. */
  theme?: 'light' | 'dark';
}

/** All that is to be seen of a moment. */
export interface View {
  tables: string[];
  /** The table that is looked at; `null` where there is none. */
  table: {
    name: string;
    families: string[];
    attributes: [string, string][];
    /** Cells in memory and in files, visible or not. */
    cells: number;
    /** Lines of the whole table. */
    lines: number;
    enabled: boolean;
  } | null;
  /** In the order of keys. */
  regions: Region[];
  lines: Line[];
  servers: {
    name: string;
    regions: number;
    alive: boolean;
    log: { edits: { sequenceId: number; region: string; cells: number; pending: boolean }[]; cells: number; /** Cells in memory only, as their tables skip the log. */ unlogged: number };
  }[];
  scanners: { client: Client; line: number; readPoint: number | null; region: number | null }[];
  /** What the reads of the step passed by a seek: from where they left to where they landed. */
  leaps: { client: Client | null; region: number; lines: { start: number; end: number }; told: number; cells: number; isBack: boolean }[];
  /** The line that the step is about. */
  focus: number | null;
  /** From the first to the last line that the step wrote or read. */
  reach: { start: number; end: number } | null;
  clients: Lane[];
  jobs: Job[];
  cost: Cost;
  answer: Answer | null;
  sentence: Moment['sentence'];
  timeline: Timeline;
}

export interface Region {
  id: number;
  label: string;
  name: string;
  /** Included; empty: no bound. */
  startKey: Uint8Array;
  /** Excluded; empty: no bound. */
  endKey: Uint8Array;
  start: string;
  end: string;
  range: string;
  /** An index of `servers`. */
  server: number;
  state: string;
  firstLine: number;
  lines: number;
  fileBytes: number;
  memstoreBytes: number;
  /** Bytes of files above which it is split; `null`: never. */
  splitBytes: number | bigint | null;
  tint: number;
  /** Only of regions among the lines that were asked for. */
  detail: {
    files: {
      id: number;
      label: string;
      origin: number;
      family: string;
      lines: { start: number; end: number };
      cells: number;
      bytes: number;
      blocks: number;
      /** How many of them the server has in its block cache. */
      cachedBlocks: number;
      reference: string | null;
    }[];
    /** Where HBase would cut it now, or why not. */
    cut: { kind: 'at'; key: string; line: number; due: boolean; why: string } | { kind: 'never'; why: string };
    readPoint: number;
    requests: { reads: number; filtered: number; writes: number; refused: number };
    locks: { row: string; clients: Client[]; line: number; drawn: boolean }[];
  } | null;
  touched: boolean;
}

/** A cell of a table. */
export interface Line {
  /** Its place among the lines of the table, from 0. */
  rank: number;
  /** An index of `regions`. */
  region: number;
  /** Whether it is the first of its row. */
  rowStart: boolean;
  rowKey: Uint8Array;
  row: { name: string; text: string }[];
  rowBinary: string;
  column: string;
  /** As text, cut after 200 characters. */
  value: string;
  time: number | bigint;
  cellType: string;
  /** The file that it is in; `null`: in memory. */
  file: number | null;
  /** Whether the block in which it lies is in the block cache of the region's server. */
  cached: boolean;
  /** Why a plain read does not show it. */
  hidden: 'marker' | 'deleted' | 'older' | 'expired' | 'notYetVisible' | 'repeated' | null;
  sequenceId: number;
  locked: Client[];
  unseen: Client[];
  mark: Mark | null;
  badges: { client: Client | null; kind: 'written' | 'read' | 'skipped' | 'checked' | 'moved' | 'leapt' | 'refused'; text: string }[];
}

/** What became of a cell that came back. */
export interface Mark {
  kind: 'returned' | 'again' | 'thrown' | 'missed';
  client: Client | null;
  text: string;
  first: boolean;
}

export type LaneState = { kind: 'idle' | 'ready' | 'done' | 'failed' } | { kind: 'waiting'; why: string };

export interface Entry {
  text: string;
  answer: string | null;
  tone: Tone;
  current: boolean;
  /** Whether the operation was over with it: one of several round trips has more to come. */
  over: boolean;
  position: number;
  place: number;
}

/** A client. */
export interface Lane {
  id: number;
  letter: Client;
  name: string;
  state: LaneState;
  /** Whether what it does next was asked for after this moment: something else can take its place. */
  upcoming: boolean;
  /** What it runs; empty: nothing. */
  program: string;
  /** Its write of several cells that is logged and not over; readers see none of them, then all. */
  writing: { cells: number; visible: number } | null;
  entries: Entry[];
  earlier: number;
  next: { text: string } | null;
  memory: { name: string; value: string; stale: string | null }[];
  locations: { name: string; value: string; stale: string | null }[];
}

/** Background work. Its number is for `step`. */
export interface Job {
  id: number;
  title: string;
  next: { text: string } | null;
  state: LaneState;
  upcoming: boolean;
  entries: Entry[];
  earlier: number;
}

export interface Cost {
  /** What was asked for; empty before the first. */
  title: string;
  counters: {
    /** HBase's name, or ours where HBase has none. */
    name: string;
    /** What it counts, in a few plain words; the name where that is ours. */
    words: string;
    /** Who counts it, where HBase 2.6.3 does not. */
    origin: string;
    about: string;
    value: number;
    /** Of the step at the cursor. */
    delta: number;
  }[];
}

/** What the operation at the cursor brought back last. */
export interface Answer {
  client: Client | null;
  title: string;
  text: string;
  rowsTotal: number;
  cellsTotal: number;
  first: AnswerRow[];
  /** Rows between the first and the last. */
  skipped: number;
  last: AnswerRow[];
}

export interface AnswerRow {
  mark: Mark;
  rowKey: Uint8Array;
  key: { name: string; text: string }[];
  keyBinary: string;
  /** The first 20. */
  cells: { column: string; time: number | bigint; value: string }[];
  cellsTotal: number;
}

/** What is searched. */
export interface OrdersRequest {
  /** Default: `rpc`. At `cell` a step is an atom: nobody can come in between the events of one. */
  grain?: Grain;
  /** States that are looked at, at most. Default: a million. */
  most?: number;
  /** What may come in between, each once, at any point; with `background` at most 64. */
  interfere?: AdminOperation[];
  /** Whether servers may, at any point, begin to do by themselves what they want. */
  background?: boolean;
  /** What must hold in every order, beside what the session itself holds: `comments: rows 4`, `at most 2 calls`. */
  promises?: string[];
  signal?: AbortSignal;
  /** Is called after each slice, and at the end. */
  onProgress?: (progress: { /** States that were seen. */ states: number; /** Orders that were followed to their end. */ orders: bigint }) => void;
}

/** A promise, and how it stands at the cursor. */
export interface Promised {
  /** What it is called, else what it says in words. */
  name: string;
  /** As text. */
  promise: string;
  /** `notYet`: it has not held so far. `unknown`: another version has kept it, and it cannot be read. */
  state: 'holds' | 'broken' | 'notYet' | 'unknown';
  /** The first step that broke it, at the grain; 0: it was broken from the start. */
  step: number | null;
  /** Why it cannot be read. */
  why: string | null;
}

/** What a search found. */
export interface Orders {
  /** Whether every state was seen; otherwise outcomes and numbers are of some orders only. */
  complete: boolean;
  states: number;
  outcomes: Outcome[];
}

/** One way in which it can end. */
export interface Outcome {
  /** Nobody has anything to do; somebody waits for ever; a state comes again. */
  end: 'done' | 'waits' | 'never';
  /** What a plain read shows at the end. */
  rows: { table: string; /** As HBase prints bytes. */ row: string; column: string; value: string }[];
  /** In how many orders; `null`: without end, or more than 2¹²⁸. */
  orders: bigint | null;
  /** A shortest of them. */
  witness: Choice[];
  /** Commands that fail in it, because of a mistake in their text or since HBase refuses them: with the line of the shell that says why. */
  failures: { client: Client | null; text: string }[];
  /** What became of the promises, in their order. */
  promises: { /** Its name, or its text. */ promise: string; kept: boolean; /** By which choice of the witness it was broken, from 1; 0: from the start. */ at: number | null }[];
}

/** Who goes on, or what comes in between: an index of `interfere`, behind whose end stands `background`. */
export type Choice = { client: Client } | { job: number } | { interference: number };
