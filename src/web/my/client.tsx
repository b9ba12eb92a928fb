import { mount } from '../client/mount'
import { Portal } from './portal'

mount(<Portal />)
