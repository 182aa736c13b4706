import { useParams } from 'react-router'
import { OldProject } from '../../features/projects/old-project.tsx'
import { OldUnsortedPage } from '../../features/projects/unsorted-page.tsx'
import { PlainSlides } from '../../features/slides/plain/plain-slides.tsx'
import { unsortedProject } from '../paths.ts'

export function OldProjectPage() {
  const { id = '' } = useParams()
  if (id === unsortedProject) {
    return (
      <OldUnsortedPage>
        <PlainSlides scope={null} />
      </OldUnsortedPage>
    )
  }
  return (
    <OldProject id={id}>
      <PlainSlides scope={id} />
    </OldProject>
  )
}
