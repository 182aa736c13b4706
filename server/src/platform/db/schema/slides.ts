import type { ImageSpace } from '@cresyl/contract/image-space'
import type { ChannelStats, Image, ImageKind } from '@cresyl/contract/images'
import type { RegistrationEstimate } from '@cresyl/contract/registration-estimates'
import type { Registration } from '@cresyl/contract/registrations'
import type { QcState } from '@cresyl/contract/slides'
import type { Pyramid } from '@cresyl/contract/viewers'
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

/** What a file shows: one slide a file. */
export const slides = pgTable('slides', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  fileId: uuid('file_id').notNull(),
  name: text('name').notNull(),
  searchKey: text('search_key').notNull(),
  projectId: uuid('project_id'),
  tissueId: uuid('tissue_id'),
  stainerId: uuid('stainer_id'),
  /** µm a pixel as a person says; null: as the file does. */
  mpp: doublePrecision('mpp'),
  /** What opens first; both are images of this slide. */
  imageId: uuid('image_id').notNull(),
  sourceImageId: uuid('source_image_id').notNull(),
  /** Of its file, in bytes: the database keeps both alike. */
  size: bigint('size', { mode: 'number' }).notNull().default(0),
  qcState: text('qc_state').$type<QcState>().notNull().default('none'),
  qcOverridden: boolean('qc_overridden').notNull().default(false),
  /** The newest check of the source image, which both are of: kept by the database. */
  qcJobId: uuid('qc_job_id'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
  version: integer('version').notNull().default(1),
})

/** Changes of the number of slides that aren't deleted: their sum is how many a project has, or no project, in each state of quality control. */
export const slideCounts = pgTable('slide_counts', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  qcState: text('qc_state').$type<QcState>().notNull().default('none'),
  slides: bigint('slides', { mode: 'number' }).notNull(),
})

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

/** Another slide laid on a slide. How it lies, its newest version says. */
export const registrations = pgTable('registrations', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** The one that stays as it is. */
  slideId: uuid('slide_id').notNull(),
  imageId: uuid('image_id').notNull(),
  movingSlideId: uuid('moving_slide_id').notNull(),
  movingImageId: uuid('moving_image_id').notNull(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})

/** Every alignment that was saved, the present one too. */
export const registrationVersions = pgTable(
  'registration_versions',
  {
    organizationId: uuid('organization_id').notNull(),
    registrationId: uuid('registration_id').notNull(),
    version: integer('version').notNull(),
    method: text('method').$type<Registration['method']>().notNull(),
    model: text('model').$type<Registration['model']>().notNull(),
    mirrored: boolean('mirrored').notNull(),
    affine: jsonb('affine').$type<Registration['affine']>().notNull(),
    pairs: jsonb('pairs').$type<Registration['pairs']>().notNull(),
    residual: jsonb('residual').$type<Registration['residual']>().notNull(),
    confidence: doublePrecision('confidence'),
    savedBy: uuid('saved_by'),
    savedAt: instant('saved_at').notNull().defaultNow(),
  },
  ({ registrationId, version }) => [primaryKey({ columns: [registrationId, version] })],
)

/** Looking for how another slide lies on a slide: gone with the job that does it. */
export const registrationEstimates = pgTable('registration_estimates', {
  jobId: uuid('job_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** The one that stays as it is. */
  slideId: uuid('slide_id').notNull(),
  imageId: uuid('image_id').notNull(),
  movingSlideId: uuid('moving_slide_id').notNull(),
  movingImageId: uuid('moving_image_id').notNull(),
  /** Null until it is found, and where it can't be. */
  alignment: jsonb('alignment').$type<RegistrationEstimate['alignment']>(),
  createdAt: instant('created_at').notNull().defaultNow(),
})
