import type { RegionRequest } from '@cresyl/contract/slides/exports'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import type { ChannelStats, Image, ImageKind } from '@cresyl/contract/slides/images'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const images = pgTable('images', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** None as long as its file could not be read. */
  slideId: uuid('slide_id'),
  fileId: uuid('file_id'),
  kind: text('kind').$type<ImageKind>().notNull(),
  /** Which image of its file: `image 0`, `associated 1`. */
  part: text('part').notNull().default('image 0'),
  name: text('name'),
  state: text('state').$type<Image['state']>().notNull().default('pending'),
  stateMessage: text('state_message').notNull().default(''),
  /** Of its own bytes in storage; null where it is read from its file. */
  path: text('path'),
  thumbnailPath: text('thumbnail_path'),
  /** Levels that the file lacks, as a pyramid in storage, and which of the image's levels is its first. */
  levelsPath: text('levels_path'),
  firstMadeLevel: integer('first_made_level'),
  vendor: text('vendor'),
  width: integer('width'),
  height: integer('height'),
  /** µm a pixel: as the file says, or what a person says of the slide. */
  mppX: doublePrecision('mpp_x'),
  mppY: doublePrecision('mpp_y'),
  /** As the file says, of what was scanned. */
  fileMppX: doublePrecision('file_mpp_x'),
  fileMppY: doublePrecision('file_mpp_y'),
  objective: doublePrecision('objective'),
  pixelType: text('pixel_type'),
  bitDepth: integer('bit_depth'),
  samples: integer('samples'),
  sizeZ: integer('size_z').notNull().default(1),
  sizeT: integer('size_t').notNull().default(1),
  hasIcc: boolean('has_icc').notNull().default(false),
  levels: jsonb('levels').$type<Pyramid['levels']>().notNull().default([]),
  space: jsonb('space').$type<ImageSpace>(),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
  scannedAt: text('scanned_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
  version: integer('version').notNull().default(1),
})

export const channels = pgTable('channels', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  imageId: uuid('image_id').notNull(),
  index: integer('index').notNull(),
  name: text('name'),
  /** As #RRGGBB. */
  color: text('color'),
  /** nm */
  emissionWavelength: doublePrecision('emission_wavelength'),
  excitationWavelength: doublePrecision('excitation_wavelength'),
  /** ms */
  exposure: doublePrecision('exposure'),
  stats: jsonb('stats').$type<ChannelStats>(),
})

/** When a person last looked at a slide, or at its label or macro: looking again soon after is not another audit row. */
export const views = pgTable(
  'views',
  {
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** Label or macro, which may name the patient. */
    identifying: boolean('identifying').notNull().default(false),
    viewedAt: instant('viewed_at').notNull(),
    /** Also where that is no new audit row. */
    openedAt: instant('opened_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.subjectId, table.identifying] }),
  ],
)

/** Regions that are too large to be made while someone waits. */
export const exports = pgTable('exports', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  imageId: uuid('image_id').notNull(),
  jobId: uuid('job_id'),
  request: jsonb('request').$type<RegionRequest>().notNull(),
  fileName: text('file_name').notNull(),
  /** Pixels of what is made. */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** Of what was made; null until it is. */
  path: text('path'),
  size: bigint('size', { mode: 'number' }),
  madeAt: instant('made_at'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
