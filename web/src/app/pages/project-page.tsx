import { useParams } from 'react-router'
import { ProjectDetails } from '../../features/projects/project-details.tsx'
import { ProjectSlides } from '../../features/slides/project-slides.tsx'

export function ProjectPage() {
  const { id = '' } = useParams()
  return (
    <ProjectDetails id={id}>
      <ProjectSlides />
    </ProjectDetails>
  )
}
