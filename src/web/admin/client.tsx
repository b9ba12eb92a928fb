import { mount } from '../client/mount'
import { Console } from './console'

mount(<Console />)
