CREATE TABLE `card_setups` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`state` text NOT NULL,
	`consent_text` text NOT NULL,
	`payments_customer_id` text,
	`session_id` text,
	`url` text,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "card_setups_state" CHECK(("card_setups"."state" = 'intended' OR "card_setups"."state" = 'open' OR "card_setups"."state" = 'completed' OR "card_setups"."state" = 'expired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `card_setups_session_id_unique` ON `card_setups` (`session_id`);--> statement-breakpoint
CREATE INDEX `card_setups_by_customer` ON `card_setups` (`customer_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `demo_cards` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text,
	`number` text NOT NULL,
	`exp_month` integer NOT NULL,
	`exp_year` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `demo_cards_by_customer` ON `demo_cards` (`customer_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `demo_setups` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`customer_id` text NOT NULL,
	`card_id` text,
	`success_url` text NOT NULL,
	`cancel_url` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "demo_setups_state" CHECK(("demo_setups"."state" = 'open' OR "demo_setups"."state" = 'complete' OR "demo_setups"."state" = 'expired'))
);
--> statement-breakpoint
CREATE TABLE `event_fetches` (
	`source` text PRIMARY KEY NOT NULL,
	`fetched_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `saved_cards` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`payments_customer_id` text NOT NULL,
	`state` text NOT NULL,
	`brand` text NOT NULL,
	`last4` text NOT NULL,
	`exp_month` integer NOT NULL,
	`exp_year` integer NOT NULL,
	`consent_text` text,
	`removed_at` integer,
	`removed_by` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_cards_state" CHECK(("saved_cards"."state" = 'active' OR "saved_cards"."state" = 'detaching' OR "saved_cards"."state" = 'removed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_cards_one_active` ON `saved_cards` (`customer_id`) WHERE "saved_cards"."state" = 'active';--> statement-breakpoint
CREATE INDEX `saved_cards_by_customer` ON `saved_cards` (`customer_id`);--> statement-breakpoint
CREATE INDEX `saved_cards_detaching` ON `saved_cards` (`created_at`) WHERE "saved_cards"."state" = 'detaching';--> statement-breakpoint
DROP INDEX `transfers_one_per_payment`;--> statement-breakpoint
ALTER TABLE `transfers` ADD `restores` text;--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_restores_unique` ON `transfers` (`restores`);--> statement-breakpoint
CREATE INDEX `transfers_by_payment` ON `transfers` (`payment_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_one_per_payment` ON `transfers` (`payment_id`,`franchise_id`) WHERE "transfers"."restores" IS NULL;--> statement-breakpoint
ALTER TABLE `billing_charges` ADD `card_id` text;--> statement-breakpoint
ALTER TABLE `demo_refunds` ADD `failed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `pending` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `failed_at` integer;--> statement-breakpoint
-- A refund is what was asked for under its key, and its outcome is final, except that a bank can return it later.
DROP TRIGGER refunds_stay;
--> statement-breakpoint
CREATE TRIGGER refunds_stay
BEFORE UPDATE OF payment_id, job_id, cents, cause, state ON refunds
WHEN NEW.payment_id <> OLD.payment_id OR NEW.job_id <> OLD.job_id OR NEW.cents <> OLD.cents
  OR NEW.cause <> OLD.cause
  OR (OLD.state <> 'intended' AND NEW.state <> OLD.state AND NOT (
    OLD.state = 'done' AND NEW.state = 'refused' AND OLD.failed_at IS NULL AND NEW.failed_at IS NOT NULL))
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
