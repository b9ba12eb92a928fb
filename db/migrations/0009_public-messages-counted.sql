-- Messages that anyone can cause are counted by address, and some of them are held for HQ to look at.
CREATE TABLE `__new_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`about` text NOT NULL,
	`channel` text NOT NULL,
	`template` text NOT NULL,
	`recipient` text NOT NULL,
	`data` text NOT NULL,
	`franchise_id` text,
	`job_id` text,
	`campaign_id` text,
	`state` text DEFAULT 'queued' NOT NULL,
	`rank` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer,
	`provider` text,
	`provider_message_id` text,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`public_key` text,
	`elsewhere` integer DEFAULT false NOT NULL,
	CONSTRAINT "outbox_state" CHECK(("__new_outbox"."state" = 'queued' OR "__new_outbox"."state" = 'sending' OR "__new_outbox"."state" = 'sent' OR "__new_outbox"."state" = 'dead' OR "__new_outbox"."state" = 'unknown' OR "__new_outbox"."state" = 'cancelled' OR "__new_outbox"."state" = 'held')),
	CONSTRAINT "outbox_channel" CHECK(("__new_outbox"."channel" = 'email' OR "__new_outbox"."channel" = 'sms'))
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "about", "channel", "template", "recipient", "data", "franchise_id", "job_id", "campaign_id", "state", "rank", "attempts", "due_at", "lease_until", "provider", "provider_message_id", "last_error", "created_at", "sent_at") SELECT "id", "about", "channel", "template", "recipient", "data", "franchise_id", "job_id", "campaign_id", "state", "rank", "attempts", "due_at", "lease_until", "provider", "provider_message_id", "last_error", "created_at", "sent_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_about_unique` ON `outbox` (`about`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`channel`,`rank`,`due_at`) WHERE "outbox"."state" = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_leased` ON `outbox` (`lease_until`) WHERE "outbox"."state" = 'sending';--> statement-breakpoint
CREATE INDEX `outbox_troubled` ON `outbox` (`state`,`id`) WHERE "outbox"."state" <> 'queued' AND "outbox"."state" <> 'sending' AND "outbox"."state" <> 'sent';--> statement-breakpoint
CREATE INDEX `outbox_by_template` ON `outbox` (`template`,`id`) WHERE "outbox"."template" <> 'booked';--> statement-breakpoint
CREATE INDEX `outbox_texts` ON `outbox` (`id`) WHERE "outbox"."channel" = 'sms';--> statement-breakpoint
CREATE INDEX `outbox_by_recipient` ON `outbox` (`recipient`) WHERE "outbox"."job_id" IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_by_job` ON `outbox` (`job_id`) WHERE "outbox"."job_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_public` ON `outbox` (`public_key`,`created_at`) WHERE "outbox"."public_key" IS NOT NULL AND "outbox"."state" <> 'held';--> statement-breakpoint
CREATE INDEX `outbox_by_campaign` ON `outbox` (`campaign_id`,`state`) WHERE "outbox"."campaign_id" IS NOT NULL;--> statement-breakpoint
-- A code lives for ten minutes: customers who were sent one before the upgrade ask for another.
DROP TABLE `verification_codes`;--> statement-breakpoint
CREATE TABLE `verification_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`email_hash` text NOT NULL,
	`requester_hash` text NOT NULL,
	`network_hash` text NOT NULL,
	`code_hash` text NOT NULL,
	`sent_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`other_attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verification_codes_by_email` ON `verification_codes` (`email_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `verification_codes_by_age` ON `verification_codes` (`expires_at`);--> statement-breakpoint
ALTER TABLE `franchises` ADD `text_countries` text DEFAULT '["US"]' NOT NULL;