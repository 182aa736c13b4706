import type { Project } from '@cresyl/contract/lab/projects'
import { useParams } from 'react-router'
import { ProjectDetails } from '../../features/projects/project-details.tsx'
import { AllSlidesPage, UnsortedPage } from '../../features/projects/unsorted-page.tsx'
import { allSlides } from '../../features/slides/list/place.ts'
import { SlideBrowser } from '../../features/slides/slide-browser.tsx'
import { allProjects, unsortedProject } from '../paths.ts'
import { ProjectDrop, UploadButton, useUploadReason } from './project-uploads.tsx'
import { runDialogs } from './run-dialogs.tsx'
import { useSlideDownloads } from './use-slide-downloads.ts'

export function ProjectPage() {
  const { id = '' } = useParams()
  if (id === unsortedProject) return <UnsortedSlides />
  return id === allProjects ? <AllSlides /> : <ProjectWithSlides key={id} id={id} />
}

function ProjectWithSlides({ id }: { id: string }) {
  return (
    <ProjectDetails id={id} action={(project) => <UploadInto project={project} />}>
      {(project) => <SlidesOf project={project} />}
    </ProjectDetails>
  )
}

function UploadInto({ project }: { project: Project }) {
  return <UploadButton projectId={project.id} reason={useUploadReason(project)} />
}

function SlidesOf({ project }: { project: Project }) {
  const download = useSlideDownloads()
  const reason = useUploadReason(project)
  return (
    <>
      <ProjectDrop projectId={project.id} name={project.name} reason={reason} />
      <SlideBrowser
        scope={project.id}
        isArchived={project.archived_at !== null || project.deleted_at !== null}
        upload={<UploadButton projectId={project.id} reason={reason} />}
        onDownload={download}
        runDialog={runDialogs.BatchRunDialog}
      />
    </>
  )
}

function UnsortedSlides() {
  const download = useSlideDownloads()
  const reason = useUploadReason(null)
  const upload = <UploadButton projectId={null} reason={reason} />
  return (
    <UnsortedPage action={upload}>
      <ProjectDrop projectId={null} name={null} reason={reason} />
      <SlideBrowser
        scope={null}
        upload={upload}
        onDownload={download}
        runDialog={runDialogs.BatchRunDialog}
      />
    </UnsortedPage>
  )
}

function AllSlides() {
  const download = useSlideDownloads()
  const reason = useUploadReason(null)
  const upload = <UploadButton projectId={null} reason={reason} />
  return (
    <AllSlidesPage action={upload}>
      <SlideBrowser
        scope={allSlides}
        upload={upload}
        onDownload={download}
        runDialog={runDialogs.BatchRunDialog}
      />
    </AllSlidesPage>
  )
}
