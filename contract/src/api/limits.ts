const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

export const bytes = { KB, MB, GB } as const

export const uploadLimits = {
  maxFileSize: 40 * GB,
  minFileSize: 1 * KB,
  maxNameLength: 255,
  maxDots: 2,
  /** Announced by one person, and neither stored nor given up. */
  expected: 1000,
  extensions: ['tiff', 'tif', 'ome.tiff', 'ome.tif', 'qptiff', 'svs', 'czi', 'mar'],
  /** Of these no description is public: they are kept, and shown only if a slide in another format is found inside. */
  undescribedExtensions: ['mar'],
  /** Files below `under` bytes travel in parts of `size` bytes; the last row is for everything larger. */
  chunkSizes: [
    { under: 100 * MB, size: 5 * MB },
    { under: 1 * GB, size: 10 * MB },
    { under: 5 * GB, size: 25 * MB },
    { under: Number.POSITIVE_INFINITY, size: 50 * MB },
  ],
  /** The concurrency recommended for a file of at most `chunks` parts. */
  concurrency: [
    { chunks: 5, workers: 2 },
    { chunks: 20, workers: 3 },
    { chunks: 50, workers: 4 },
    { chunks: Number.POSITIVE_INFINITY, workers: 5 },
  ],
  pool: { default: 3, max: 5, upload: 5 },
  chunkRetryDelays: [1000, 2000, 4000],
  /** Bytes per second assumed until the first part has been measured. */
  assumedSpeed: 100 * MB,
  /** Time remaining is shown with this margin. */
  remainingMargin: 1.2,
} as const

/** µm of a pixel that a person may say a slide has. */
export const pixelSizeLimits = { min: 0.01, max: 100 } as const

export const listLimits = {
  defaultLimit: 50,
  all: -1,
  maxRows: 10_000,
  settings: { page: 0, limit: -1 },
} as const

export const queryDefaults = {
  staleTime: 5 * 60_000,
  retention: 5 * 60_000,
  retries: 3,
  firstRetryDelay: 1000,
  maxRetryDelay: 30_000,
} as const

export const toastDurations = { error: 8000, other: 6000 } as const

export const identityLimits = {
  tokenRequestTimeout: 10_000,
  tokenRequestAttempts: 3,
  popupTimeout: 60_000,
  sessionSeconds: 24 * 60 * 60,
  clockLeewaySeconds: 60,
  /** An access token is renewed this long before it expires. */
  renewBeforeSeconds: 60,
  accessTokenSeconds: 300,
  permissionCache: 5 * 60_000,
} as const

/** Seconds: the life of signed URLs, and the window in which repeated views of a slide are one audit row. */
export const signedUrlSeconds = 1800

export const layoutWidth = 240

/** How pies are drawn: how far a chosen slice moves out, how far labels stand off, the line around slices. */
export const chartDefaults = { pieSliceOffset: 10, labelDistance: 30, borderWidth: 1 } as const

export const requestLimits = {
  jsonBody: 128 * KB,
  /** Of a request that names thousands of things, or comes with a picture. */
  listBody: 1 * MB,
  urlLength: 8 * KB,
  idleSeconds: 60,
  idempotencyHours: 24,
} as const

export const passwordLength = { min: 12, max: 1024 } as const

export const textLimits = {
  name: 255,
  description: 4000,
  search: 200,
  reason: 1000,
  message: 2000,
  email: 320,
} as const

/** Pictures of people and logos, as the browser sends them: it makes larger ones smaller first. */
export const pictureLimits = {
  bytes: 256 * KB,
  /** Of either side. */
  pixels: 4096,
  personPixels: 256,
  logoPixels: { width: 640, height: 160 },
} as const

/** How long a link that was given to someone works. */
export const linkHours = { invitation: 7 * 24, passwordReset: 24 } as const

/** That an organisation makes: each may go out as a letter. */
export const linksPerMinute = 60

/** Changes of many slides at once. */
export const batchLimits = {
  /** Slides that one names one by one; of a whole list there may be more. */
  named: 10_000,
  all: 200_000,
  /** Changed in one transaction. */
  chunk: 500,
  undoHours: 24,
} as const

/** What was deleted can be restored this many days. */
export const retentionDays = { min: 1, max: 3650, byDefault: 30 } as const

export const annotationClassLimits = { count: 64, name: 64 } as const

/** Of one annotation: characters, tags, corners. Of an image: how many there are. */
export const annotationLimits = {
  name: 200,
  notes: 10_000,
  comment: 4000,
  tag: 64,
  tags: 32,
  /** The highest number of a focus plane. */
  planes: 1_000_000,
  positions: 1_000_000,
  /** Pixels that it may reach beyond the edge of its image. */
  beyondEdge: 1000,
  /** No coordinate is larger, whatever the image. */
  farthest: 10_000_000,
  /** In one request. */
  atOnce: 5000,
  /** Ids in one address: longer ones are cut off on their way. */
  named: 100,
  /** Ids in the body of one request for a file: 16 bytes each are kept of them. And bytes of that request. */
  selected: 100_000,
  selectedBody: 4 * MB,
  /** Lists of such ids that are kept of one person: more push out the oldest. And new ones within a minute. */
  selections: { kept: 20, bytes: 8 * MB, perMinute: 10 },
  /** As shapes in one view; the rest is counted. So many cost the server about 50 ms. */
  drawn: 2000,
  /** All of an image at once, where everything is asked for. */
  loaded: 5000,
  /** Bytes of a request: a million positions with a few decimals each. */
  body: 48 * MB,
  /** Characters, about, and how deep they are nested. */
  extras: 100_000,
  extrasDepth: 16,
  ofImage: 1_000_000,
  /** Detections that are made annotations at once. */
  promoted: 20_000,
  /** To tell which detections lie in a region: those near it, and how often a place is compared with an edge. */
  counting: { detections: 3_000_000, comparisons: 2_000_000_000 },
  /** Annotations of one table that say how many cells lie in them. */
  countedIn: 2000,
  /** Of one file, and characters of its name. */
  imported: 50_000,
  fileName: 255,
  /** Of one mask: pixels, classes, and positions of everything that is drawn into it. */
  mask: { pixels: 200_000_000, side: 65_500, classes: 255, positions: 4_000_000 },
} as const

/** How images of a project are shown, under names. */
export const presetLimits = { count: 50, name: 100, channels: 1024 } as const

export const apiTokenLimits = { days: 366, prefix: 'cresyl_' } as const

/** Pairs of points that align two slides. */
export const registrationLimits = { pairs: 100 } as const

/** Stains that are judged by limits of their own. */
export const qcThresholdLimits = { stains: 200 } as const

/** Points that a series over time may have, and series: the smaller ones are shown as one. */
export const analyticsLimits = { intervals: 1000, series: 20 } as const

/** Regions of images that are handed out as files. */
export const exportLimits = {
  /** Made while someone waits, so many at a time in one process: each is held in memory until it has been sent. */
  direct: { pixels: 25_000_000, side: 16_384, ofEach: 3, atOnce: 8 },
  /** Made by a job, in memory: JPEG and PNG. */
  picture: { pixels: 100_000_000, side: 65_500 },
  /** Made by a job, streamed: TIFF, all its channels together. */
  tiff: { pixels: 20_000_000_000 },
  /** How many times finer than the image: more adds nothing but pixels. */
  enlarged: 2,
  /** What a job has made is kept this long. */
  keptDays: 7,
} as const

/** Tickets for support. */
export const ticketLimits = {
  subject: 200,
  content: 20_000,
  /** Names of pipelines and categories. */
  key: 100,
  page: 2000,
  request: 100,
  screenshotBytes: 2 * MB,
  /** Bytes of a request: the picture as text, and the words. */
  body: 4 * MB,
  /** Newest lines of a job's log, and characters of them. */
  logLines: 200,
  log: 50_000,
  /** Bytes of all pictures of one person's tickets. */
  screenshots: 40 * MB,
  /** Tickets and answers of one person. */
  perMinute: 30,
  perDay: 500,
  /** Tickets of one person that are not closed. */
  unclosed: 50,
} as const
