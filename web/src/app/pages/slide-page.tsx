import { useNavigate, useParams } from 'react-router'
import { Viewer } from '../../features/viewer/viewer.tsx'

export function SlidePage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  return <Viewer slideId={id} onSlide={(slideId, options) => navigate(`/slide/${slideId}`, options)} />
}
