import Skeleton from '@mui/material/Skeleton'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useSlide } from '../slide/use-slide.ts'
import { PresetBar } from './preset-bar.tsx'
import { useOwnPresets } from './use-own-presets.ts'
import { useProjectPresets } from './use-project-presets.ts'

/** The presets of the slide's project; where it is in none, those of the person. */
export function Presets({ view }: { view: SlideView }) {
  const slideId = view.image.pyramid.slide_id
  const slide = useSlide(slideId ?? undefined)
  if (slideId !== null && slide.isPending) return <Skeleton variant="rounded" height={64} />
  const project = slide.data?.project
  return project ? (
    <ProjectPresets key={project.id} view={view} projectId={project.id} />
  ) : (
    <OwnPresets view={view} />
  )
}

function ProjectPresets({ view, projectId }: { view: SlideView; projectId: string }) {
  return <PresetBar view={view} shelf={useProjectPresets(projectId)} />
}

function OwnPresets({ view }: { view: SlideView }) {
  return <PresetBar view={view} shelf={useOwnPresets()} />
}
