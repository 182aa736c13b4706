import type { File } from '@cresyl/contract/files/files'
import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import type { QcJob } from '@cresyl/contract/qc/qc-jobs'
import type { Download } from '@cresyl/contract/slides/downloads'
import type { MadeScale } from '@cresyl/contract/slides/made-scale'
import type { Slide } from '@cresyl/contract/slides/slides'
import { qcAddress } from '../../../ui/slide/qc-address.ts'
import { formatBytes } from '../../../ui/text/amounts.ts'
import { qcWords } from '../../../ui/text/qc-words.ts'
import { words } from '../words.ts'

/** A row of the list behind a part of a chart. */
export interface Listed {
  id: string
  /** Null where nothing tells it any more. */
  title: string | null
  details: readonly string[]
  time: string
  imageId: string | null
  /** The page of it. */
  address: string | null
}

const own = words.list
const slideAddress = (id: string) => `/slide/${id}`

export function ofSlide({ id, name, image_id, tissue, stainer, project, created_at }: Slide): Listed {
  const details = [tissue?.organ, stainer?.stain_type, project?.name]
  return {
    id,
    title: name,
    time: created_at,
    imageId: image_id,
    details: details.filter((detail) => detail !== undefined),
    address: slideAddress(id),
  }
}

export function ofFile({ id, name, size, state, created_at, created_by, slide_id, image_id }: File): Listed {
  return {
    id,
    title: name,
    time: created_at,
    imageId: image_id,
    details: [formatBytes(size), own.fileStates[state], ...byWhom(created_by)],
    address: slide_id ? slideAddress(slide_id) : `/uploads?file=${id}`,
  }
}

type ListedCheck = Pick<
  QcJob,
  | 'id'
  | 'slide_id'
  | 'slide_name'
  | 'input_image_id'
  | 'state'
  | 'overridden_by'
  | 'overridden_at'
  | 'made_scale'
  | 'finished_at'
  | 'created_at'
>

export function ofCheck(check: ListedCheck): Listed {
  const { id, slide_id, slide_name, input_image_id, state, overridden_by, overridden_at } = check
  const { made_scale, finished_at, created_at } = check
  return {
    id,
    title: slide_name,
    imageId: input_image_id,
    time: overridden_at ?? finished_at ?? created_at,
    details: [
      qcWords[state],
      ...(overridden_by ? [own.overridden(overridden_by.name)] : []),
      ...byScale(made_scale),
    ],
    address: qcAddress(slide_id),
  }
}

type ListedRun = Pick<
  InferenceJob,
  | 'id'
  | 'slide_id'
  | 'slide_name'
  | 'input_image_id'
  | 'predictor'
  | 'state'
  | 'made_scale'
  | 'created_at'
  | 'created_by'
>

export function ofRun({
  id,
  slide_id,
  slide_name,
  input_image_id,
  predictor,
  state,
  made_scale,
  created_at,
  created_by,
}: ListedRun): Listed {
  return {
    id,
    title: slide_name,
    time: created_at,
    imageId: input_image_id,
    details: [predictor.name, own.runStates[state], ...byWhom(created_by), ...byScale(made_scale)],
    address: slideAddress(slide_id),
  }
}

export function ofDownload({
  id,
  name,
  kind,
  bytes,
  slide_id,
  image_id,
  created_at,
  created_by,
}: Download): Listed {
  return {
    id,
    title: name,
    time: created_at,
    imageId: image_id,
    details: [own.kinds[kind], formatBytes(bytes), ...byWhom(created_by)],
    address: slide_id ? slideAddress(slide_id) : null,
  }
}

/** Of one whose slide has been given another pixel size since. */
function byScale(made: MadeScale | null): string[] {
  return made === null ? [] : [own.otherScale]
}

function byWhom(person: { name: string } | null): string[] {
  return person ? [own.by(person.name)] : []
}
