CREATE TABLE `outbound_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`at` integer NOT NULL,
	`payload` text,
	`queued` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbound_events_id_unique` ON `outbound_events` (`id`);--> statement-breakpoint
CREATE INDEX `outbound_events_new` ON `outbound_events` (`seq`) WHERE "outbound_events"."queued" = 0;--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delivery_id` text NOT NULL,
	`at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status` integer,
	`error` text,
	`response` text,
	FOREIGN KEY (`delivery_id`) REFERENCES `webhook_deliveries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_attempts_by_delivery` ON `webhook_attempts` (`delivery_id`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`type` text NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer,
	`last_status` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `outbound_events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`subscription_id`) REFERENCES `webhook_subscriptions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_deliveries_state" CHECK(("webhook_deliveries"."state" = 'queued' OR "webhook_deliveries"."state" = 'sending' OR "webhook_deliveries"."state" = 'delivered' OR "webhook_deliveries"."state" = 'failed' OR "webhook_deliveries"."state" = 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_one_each` ON `webhook_deliveries` (`event_id`,`subscription_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`subscription_id`,`due_at`) WHERE "webhook_deliveries"."state" = 'queued';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_leased` ON `webhook_deliveries` (`subscription_id`,`lease_until`) WHERE "webhook_deliveries"."state" = 'sending';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_subscription` ON `webhook_deliveries` (`subscription_id`,`state`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`types` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`disabled_because` text,
	`contact_email` text,
	`secret_version` integer DEFAULT 1 NOT NULL,
	`previous_secret_until` integer,
	`failing_since` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
