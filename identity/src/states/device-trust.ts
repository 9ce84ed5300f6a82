import { leaveDeviceTrust } from '../actions/leave-device-trust.ts';
import { skipWhen } from '../actions/skip.ts';
import { trustDevice } from '../actions/trust-device.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** Asks whether this browser needs the second factor again. */
export const deviceTrust: StateDefinition = {
  name: 'device_trust',
  payload: () => ({}),
  actions: [trustDevice, skipWhen(() => true), leaveDeviceTrust],
};
