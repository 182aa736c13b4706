import type { Slide } from '@cresyl/contract/slides'
import { Link } from 'react-router'
import { projectName } from './slide-looks.ts'

/** The way to the other slides of a slide's project. */
export function ProjectLink({ project }: Pick<Slide, 'project'>) {
  const name = projectName(project)
  return (
    // The arrow keys go from slide to slide.
    <Link to={`/project/${project?.id ?? 'unsorted'}`} className="project" tabIndex={-1} draggable={false}>
      <bdi title={name}>{name}</bdi>
    </Link>
  )
}
